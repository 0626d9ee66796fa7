//! How much memory the system grants: what is free, what a container allows, what the process
//! already uses.
//!
//! Linux reports all of these. macOS and Windows report only what the process uses.

use std::fs;
use std::path::Path;

/// Bytes that the program needs for its own end: reports, error messages, thread stacks.
const SPARE: usize = 16 << 20;

/// Memory of this process, in bytes.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Resident: pages of physical memory.
    pub resident: usize,
    /// Mapped: what `RLIMIT_AS` limits.
    pub mapped: usize,
}

/// Reads the memory of this process, without allocating where the system is Linux.
#[derive(Debug)]
pub struct Meter {
    #[cfg(target_os = "linux")]
    statm: Option<fs::File>,
}

#[cfg(target_os = "linux")]
impl Meter {
    /// Opens the system's figures.
    pub fn new() -> Meter {
        Meter {
            statm: fs::File::open("/proc/self/statm").ok(),
        }
    }

    /// The figures of this moment; zeros if the system has none.
    pub fn read(&self) -> Usage {
        use std::os::unix::fs::FileExt;
        let mut text = [0; 128];
        let read = |file: &fs::File| file.read_at(&mut text, 0).ok();
        let length = self.statm.as_ref().and_then(read).unwrap_or(0);
        let text = std::str::from_utf8(&text[..length]).unwrap_or_default();
        let mut pages = text.split_ascii_whitespace().map_while(|n| n.parse().ok());
        let page = rustix::param::page_size();
        let mut next = || pages.next().unwrap_or(0usize).saturating_mul(page);
        let mapped = next();
        Usage {
            resident: next(),
            mapped,
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl Meter {
    /// Opens the system's figures.
    pub fn new() -> Meter {
        Meter {}
    }

    /// The figures of this moment; zeros if the system has none.
    pub fn read(&self) -> Usage {
        memory_stats::memory_stats().map_or_else(Usage::default, |stats| Usage {
            resident: stats.physical_mem,
            mapped: stats.virtual_mem,
        })
    }
}

impl Default for Meter {
    fn default() -> Meter {
        Meter::new()
    }
}

/// The memory limit of a run whose user gave none: nine tenths of what this process can get before
/// the machine, its container or `RLIMIT_AS` stops it. `None` where the system reports no figure.
pub fn default_limit() -> Option<usize> {
    let usage = Meter::new().read();
    let free = fs::read_to_string("/proc/meminfo").ok();
    let free = free.and_then(|info| of_meminfo(&info));
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let container = of_groups(&groups, Path::new("/sys/fs/cgroup"));
    let mapped = mapped_limit().map(|most| most.saturating_sub(usage.mapped));
    let room = [free, container, mapped].into_iter().flatten().min()?;
    Some(usage.resident + room / 10 * 9)
}

/// The most bytes that this process may map, less what its end needs; `None` if there is no limit.
pub fn mapped_limit() -> Option<usize> {
    let most = rlimit_as()?;
    Some(most.saturating_sub((most / 10).min(SPARE)))
}

#[cfg(unix)]
fn rlimit_as() -> Option<usize> {
    let limit = rustix::process::getrlimit(rustix::process::Resource::As);
    limit.current.and_then(|most| usize::try_from(most).ok())
}

#[cfg(not(unix))]
fn rlimit_as() -> Option<usize> {
    None
}

/// Bytes that the machine has left, from the text of `/proc/meminfo`.
fn of_meminfo(text: &str) -> Option<usize> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: usize = line.split_ascii_whitespace().next()?.parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// Bytes that the process's control groups have left, from the text of `/proc/self/cgroup`. Each
/// group on the way to the root may have a limit. In a container the path may be one of the host,
/// which does not exist here: then only the root's figures are there, and they are the container's.
fn of_groups(text: &str, mounted: &Path) -> Option<usize> {
    let lines = text.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        Some((parts.next()?, parts.next()?))
    });
    let rooms = lines.filter_map(|(controllers, path)| match controllers {
        "" => of_hierarchy(mounted, path, &VERSION_2),
        _ if controllers.split(',').any(|c| c == "memory") => {
            of_hierarchy(&mounted.join("memory"), path, &VERSION_1)
        }
        _ => None,
    });
    rooms.min()
}

/// Names of the files of a control group: limits, use, and the line of its statistics that says
/// how much of the use are files that the system drops when memory gets short.
struct Files {
    limits: &'static [&'static str],
    usage: &'static str,
    inactive: &'static str,
}

const VERSION_2: Files = Files {
    limits: &["memory.max", "memory.high"],
    usage: "memory.current",
    inactive: "inactive_file ",
};

const VERSION_1: Files = Files {
    limits: &["memory.limit_in_bytes"],
    usage: "memory.usage_in_bytes",
    inactive: "total_inactive_file ",
};

fn of_hierarchy(mounted: &Path, path: &str, files: &Files) -> Option<usize> {
    let below = Path::new(path.trim_start_matches('/'));
    // A path that leads out of the mounted part is a host's.
    let inside = !below.components().any(|c| c.as_os_str() == "..");
    let groups = below.ancestors().filter(|_| inside);
    let groups = groups.map(|group| mounted.join(group));
    (groups.chain([mounted.to_path_buf()]))
        .filter_map(|group| of_group(&group, files))
        .min()
}

fn of_group(group: &Path, files: &Files) -> Option<usize> {
    let number = |name: &str| -> Option<usize> {
        let text = fs::read_to_string(group.join(name)).ok()?;
        text.trim().parse().ok()
    };
    // Without a limit, version 2 says `max` and version 1 a number near 2^63.
    let limit = files.limits.iter().filter_map(|name| number(name)).min()?;
    if limit > isize::MAX as usize / 2 {
        return None;
    }
    let statistics = fs::read_to_string(group.join("memory.stat")).unwrap_or_default();
    let mut lines = statistics.lines();
    let inactive = lines.find_map(|line| line.strip_prefix(files.inactive));
    let inactive = inactive.and_then(|n| n.trim().parse().ok()).unwrap_or(0);
    let used = number(files.usage).unwrap_or(0).saturating_sub(inactive);
    Some(limit.saturating_sub(used))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MB: usize = 1 << 20;

    fn group(folder: &Path, files: &[(&str, &str)]) {
        fs::create_dir_all(folder).expect("a folder");
        for (name, text) in files {
            fs::write(folder.join(name), text).expect("a file");
        }
    }

    #[test]
    fn a_process_has_memory() {
        let usage = Meter::new().read();
        assert!(usage.resident > 100_000 && usage.mapped >= usage.resident);
    }

    #[test]
    fn the_machine_says_what_is_free() {
        let text = "MemTotal: 9 kB\nMemAvailable:   2048 kB\n";
        assert_eq!(of_meminfo(text), Some(2 * MB));
        assert_eq!(of_meminfo("MemTotal: 9 kB\n"), None);
    }

    #[test]
    fn the_least_of_all_groups_of_version_2_counts() {
        let root = tempfile::tempdir().expect("a folder");
        let outer = root.path().join("pod");
        group(&outer, &[("memory.max", "104857600\n")]);
        group(&outer, &[("memory.current", "20971520\n")]);
        group(
            &outer,
            &[("memory.stat", "anon 1\ninactive_file 10485760\n")],
        );
        group(&outer.join("inner"), &[("memory.max", "max\n")]);
        let room = |path: &str| of_groups(&format!("0::{path}\n"), root.path());
        assert_eq!(room("/pod/inner"), Some(90 * MB));
        group(&outer.join("inner"), &[("memory.high", "52428800\n")]);
        assert_eq!(room("/pod/inner"), Some(50 * MB));
        assert_eq!(room("/elsewhere"), None);
    }

    #[test]
    fn groups_of_version_1_and_a_path_of_the_host_are_read() {
        let root = tempfile::tempdir().expect("a folder");
        let here = root.path().join("memory");
        let text = "4:memory:/host/only\n1:cpu:/x\n0::/\n";
        group(&here, &[("memory.limit_in_bytes", "9223372036854771712\n")]);
        assert_eq!(of_groups(text, root.path()), None);
        group(&here, &[("memory.limit_in_bytes", "67108864\n")]);
        group(&here, &[("memory.usage_in_bytes", "33554432\n")]);
        assert_eq!(of_groups(text, root.path()), Some(32 * MB));
    }

    #[test]
    fn a_default_limit_leaves_something_to_others() {
        let free = fs::read_to_string("/proc/meminfo").ok();
        if let Some(free) = free.and_then(|text| of_meminfo(&text)) {
            let limit = default_limit().expect("a limit");
            assert!(limit < free + 100 * MB && limit > 0);
        }
    }
}
