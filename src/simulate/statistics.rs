//! What is known of numbers that a monitor collects; the numbers themselves are not kept.

/// What is known of the numbers collected.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// How many.
    pub count: u64,
    /// Their sum.
    pub sum: f64,
    /// The least.
    pub min: f64,
    /// The greatest.
    pub max: f64,
    mean: f64,
    /// Sum of the squares of differences from the mean, by the method of Welford, which does not lose digits.
    squares: f64,
    /// Each number times how long it was there.
    area: f64,
    first: i64,
    since: i64,
    last: f64,
}

impl Statistics {
    /// Collects a number observed at a time.
    pub fn add(&mut self, value: f64, time: i64) {
        match self.count {
            0 => (self.min, self.max, self.first) = (value, value, time),
            _ => self.last_until(time),
        }
        self.count += 1;
        self.sum += value;
        let away = value - self.mean;
        self.mean += away / self.count as f64;
        self.squares += away * (value - self.mean);
        self.min = self.min.min(value);
        self.max = self.max.max(value);
        (self.since, self.last) = (time, value);
    }

    /// The last number was there until this time.
    pub fn last_until(&mut self, time: i64) {
        if self.count > 0 {
            self.area += self.last * (time - self.since) as f64;
            self.since = time;
        }
    }

    /// The mean of the numbers, each as often as it was observed.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The sample's standard deviation; 0 for one number.
    pub fn deviation(&self) -> f64 {
        match self.count {
            0 | 1 => 0.0,
            n => (self.squares / (n - 1) as f64).sqrt(),
        }
    }

    /// The mean over time: each number counts as long as it was there. None if no time has passed.
    pub fn time_mean(&self) -> Option<f64> {
        let passed = self.since - self.first;
        (passed > 0).then(|| self.area / passed as f64)
    }
}
