//! Results of operations on multi-sets that were computed before.

use super::SetId;

/// Results of operations on multi-sets, so that each is computed once as long as there is room. Two results share a bucket; the older one makes way for a
/// new one.
#[derive(Clone, Debug, Default)]
pub struct SetCache {
    buckets: Vec<[Entry; 2]>,
    misses: usize,
}

#[derive(Copy, Clone, Debug)]
struct Entry {
    operation: u32,
    set: SetId,
    result: SetId,
}

const NO_ENTRY: Entry = Entry {
    operation: u32::MAX,
    set: 0,
    result: 0,
};

const FIRST_CACHE: usize = 1 << 9;
const LARGEST_CACHE: usize = 1 << 18;

impl SetCache {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.clear();
        self.misses = 0;
    }

    /// The operations tried on one multi-set are most often neighbours, and so are their buckets: one marking looks at few cache lines.
    #[inline]
    fn bucket(&self, operation: u32, set: SetId) -> usize {
        let key = u64::from(operation >> 4) << 32 | u64::from(set);
        let window = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 36) as usize;
        (window << 4 | (operation & 15) as usize) & (self.buckets.len() - 1)
    }

    /// The result of an operation, by its number, on a multi-set.
    #[inline]
    pub fn get(&self, operation: u32, set: SetId) -> Option<SetId> {
        if self.buckets.is_empty() {
            return None;
        }
        let bucket = &self.buckets[self.bucket(operation, set)];
        let is_it = |entry: &&Entry| entry.operation == operation && entry.set == set;
        bucket.iter().find(is_it).map(|entry| entry.result)
    }

    /// Remembers a result. The table grows while results are pushed out by others.
    pub fn put(&mut self, operation: u32, set: SetId, result: SetId) {
        self.misses += 1;
        if self.misses > self.buckets.len() && self.buckets.len() < LARGEST_CACHE {
            let size = (2 * self.buckets.len()).max(FIRST_CACHE);
            let old = std::mem::replace(&mut self.buckets, vec![[NO_ENTRY; 2]; size]);
            for entry in old
                .into_iter()
                .flatten()
                .filter(|e| e.operation != u32::MAX)
            {
                self.insert(entry);
            }
            self.misses = 0;
        }
        self.insert(Entry {
            operation,
            set,
            result,
        });
    }

    fn insert(&mut self, entry: Entry) {
        let at = self.bucket(entry.operation, entry.set);
        let bucket = &mut self.buckets[at];
        *bucket = [entry, bucket[0]];
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<[Entry; 2]>()
    }
}
