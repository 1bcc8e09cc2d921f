//! [`Fit`]: total work and critical path.

use crate::row::SpeedupRow;
use std::fmt;

/// The best b and C in T = C + bW/P, where W is the serial time: by least squares of what a T is
/// wrong by, as a share of it.
///
/// Blumofe and Leiserson 1999, "Scheduling multithreaded computations by work stealing": with C the
/// critical path, T <= W/P + O(C).
#[derive(Copy, Clone, Debug)]
pub(crate) struct Fit {
    /// What a processor does for each step of the serial search.
    pub(crate) work: f64,
    /// In serial times.
    pub(crate) path: f64,
}

impl Fit {
    /// From all rows of an algorithm; `None` with fewer than two numbers of processors.
    pub(crate) fn of(rows: &[&SpeedupRow]) -> Option<Self> {
        // With t = T/W, x = 1/P: minimise the sum of ((c + b x - t) / t)^2.
        let [mut xx, mut x1, mut one, mut xt, mut t1] = [0.0; 5];
        for row in rows {
            let (x, s) = (1.0 / f64::from(row.processors), row.speedup);
            xx += x * x * s * s;
            x1 += x * s * s;
            one += s * s;
            xt += x * s;
            t1 += s;
        }
        let determinant = xx * one - x1 * x1;
        let is_there = determinant.abs() > 1e-9 * xx * one;
        is_there.then(|| Self {
            work: (xt * one - t1 * x1) / determinant,
            path: (xx * t1 - x1 * xt) / determinant,
        })
    }
}

impl fmt::Display for Fit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "T = {:.5} W + {:.3} W/P", self.path, self.work)
    }
}
