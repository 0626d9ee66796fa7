//! How a sweep went, as SVG: stored states and the process's memory, layer by layer.

use super::svg::Escaped;
use crate::explore::log::Row;
use crate::numbers::grouped;
use std::fmt::Write;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 84.0;
const TOP: f64 = 54.0;
const BOTTOM: f64 = 52.0;
/// Points of a line at most; of several layers in one point the largest value counts.
const POINTS: usize = 700;

const CSS: &str = include_str!("plot.css");

/// The rows of a sweep's log as a picture; `full` is the size of the whole state space, where it is known.
pub fn sweep(net: &str, measure: &str, rows: &[Row], full: Option<u64>) -> String {
    let stored: Vec<f64> = rows.iter().map(|row| row.stored as f64).collect();
    let memory: Vec<f64> = rows.iter().map(|row| row.resident as f64 / 1e6).collect();
    let most_stored = most(&stored).max(full.unwrap_or(0) as f64);
    let (states, megabytes) = (scale(most_stored), scale(most(&memory)));
    let mut out = String::new();
    let (x, y) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-labelledby=\"title desc\">\n\
         <title id=\"title\">{0} swept by {1}</title>\n\
         <desc id=\"desc\">States stored and memory of the process at the end of each layer.</desc>\n\
         <style>\n{CSS}</style>\n<rect class=\"paper\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n\
         <text class=\"head\" x=\"{LEFT}\" y=\"24\">{0} swept by {1}</text>\n\
         <path class=\"axis\" d=\"M{LEFT} {TOP}V{y}H{x}V{TOP}\"/>\n",
        Escaped(net),
        Escaped(measure),
    );
    for part in 0..=4 {
        let share = f64::from(part) / 4.0;
        let at = y - share * (y - TOP);
        let _ = write!(
            out,
            "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{x}\"/>\n\
             <text class=\"states right\" x=\"{}\" y=\"{:.1}\">{}</text>\n\
             <text class=\"memory\" x=\"{}\" y=\"{1:.1}\">{4} MB</text>\n",
            LEFT - 6.0,
            at + 4.0,
            grouped((states * share) as u64),
            x + 6.0,
            grouped((megabytes * share) as u64),
        );
    }
    for part in 0..=4 {
        let Some(last) = rows.len().checked_sub(1) else {
            break;
        };
        let row = &rows[last * part / 4];
        let at = LEFT + (x - LEFT) * part as f64 / 4.0;
        let label = row.progress.to_string();
        let label: String = label.chars().take(14).collect();
        let _ = writeln!(
            out,
            "<text class=\"middle\" x=\"{at:.1}\" y=\"{:.1}\">{}</text>",
            y + 18.0,
            Escaped(&label),
        );
    }
    let _ = writeln!(
        out,
        "<text class=\"middle\" x=\"{:.1}\" y=\"{:.1}\">progress</text>",
        (LEFT + x) / 2.0,
        HEIGHT - 12.0
    );
    if let Some(full) = full {
        let at = y - full as f64 / states * (y - TOP);
        let _ = write!(
            out,
            "<path class=\"full\" d=\"M{LEFT} {at:.1}H{x}\"/>\n<text class=\"states\" x=\"{:.1}\" y=\"{:.1}\">full state space: {}</text>\n",
            LEFT + 8.0,
            at - 5.0,
            grouped(full)
        );
    }
    for (class, values, top) in [("memory", &memory, megabytes), ("states", &stored, states)] {
        let _ = writeln!(
            out,
            "<path class=\"line {class}\" d=\"{}\"/>",
            line(values, top)
        );
    }
    let _ = write!(
        out,
        "<text class=\"states\" x=\"{LEFT}\" y=\"44\">states stored, at most {}</text>\n\
         <text class=\"memory right\" x=\"{x}\" y=\"44\">memory of the process</text>\n</svg>\n",
        grouped(most(&stored) as u64)
    );
    out
}

fn most(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}

/// A round number that is not smaller.
fn scale(most: f64) -> f64 {
    let step = libm::pow(10.0, libm::log10(most.max(1.0)).floor());
    let round = [1.0, 2.0, 4.0, 5.0, 8.0, 10.0];
    let found = round.iter().find(|&&factor| factor * step >= most);
    found.unwrap_or(&10.0) * step
}

/// The path of a line.
fn line(values: &[f64], top: f64) -> String {
    let (x, y) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    let size = values.len().div_ceil(POINTS).max(1);
    let points: Vec<f64> = values.chunks(size).map(most).collect();
    let step = (x - LEFT) / (points.len().max(2) - 1) as f64;
    let mut path = String::new();
    for (i, value) in points.iter().enumerate() {
        let letter = if i == 0 { 'M' } else { 'L' };
        let at = (LEFT + step * i as f64, y - value / top * (y - TOP));
        let _ = write!(path, "{letter}{:.1} {:.1}", at.0, at.1);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::measure::Value;
    use std::sync::Arc;

    #[test]
    fn a_picture_has_both_lines_and_the_reference() {
        let rows: Vec<Row> = (0..2000)
            .map(|i| Row {
                sweep: 1,
                progress: Arc::new(Value::of(vec![i.into()])),
                layer: 3,
                stored: 10 + i,
                explored: 0,
                frontier: 0,
                persistent: 0,
                bytes: 0,
                resident: 5_000_000,
            })
            .collect();
        let picture = sweep("a<b", "far", &rows, Some(4000));
        assert!(picture.contains("a&lt;b swept by far"));
        assert!(picture.contains("full state space: 4,000"));
        assert_eq!(picture.matches("class=\"line").count(), 2);
        assert!(sweep("empty", "far", &[], None).ends_with("</svg>\n"));
    }

    #[test]
    fn scales_are_round() {
        assert_eq!(scale(17.0), 20.0);
        assert_eq!(scale(0.0), 1.0);
        assert_eq!(scale(4_449.0), 5_000.0);
    }
}
