//! [`Adam`]: steps whose length hardly depends on how long the gradient is, weight by weight (Kingma and Ba 2015).

/// The means of the slopes so far, and of their squares.
pub(crate) struct Adam {
    steps: i32,
    means: Vec<f32>,
    squares: Vec<f32>,
}

impl Adam {
    /// The constants that the paper proposes.
    const DECAY: [f32; 2] = [0.9, 0.999];
    const EPSILON: f32 = 1e-8;

    /// For so many weights.
    pub(crate) fn new(count: usize) -> Self {
        Self { steps: 0, means: vec![0.0; count], squares: vec![0.0; count] }
    }

    /// A step against the slopes: `rate` long, or less where they disagree with those before.
    pub(crate) fn step<'w>(
        &mut self,
        rate: f32,
        weights: impl Iterator<Item = &'w mut f32>,
        slopes: impl Iterator<Item = f32>,
    ) {
        self.steps += 1;
        let [of_mean, of_square] = Self::DECAY;
        let unbiased = Self::DECAY.map(|decay| 1.0 - decay.powi(self.steps));
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((slope, weight), (mean, square)) in slopes.zip(weights).zip(moments) {
            *mean = of_mean * *mean + (1.0 - of_mean) * slope;
            *square = of_square * *square + (1.0 - of_square) * slope * slope;
            let (mean, square) = (*mean / unbiased[0], *square / unbiased[1]);
            *weight -= rate * mean / (square.sqrt() + Self::EPSILON);
        }
    }
}
