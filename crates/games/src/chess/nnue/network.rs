//! [`Network`]: the weights, as integers.

use std::array::from_fn;
use std::fmt;
use std::sync::LazyLock;

/// The number of inputs: two colours and six kinds of pieces on 64 squares.
pub const INPUTS: usize = 2 * 6 * 64;
/// The number of units in the first layer, for each side.
pub const UNITS: usize = 128;
/// The number of outputs; the number of pieces selects one.
pub const OUTPUTS: usize = 8;
/// The number of weights: a row of units for each input; the biases of the units; and for each
/// output the weights of the units of the side to move, of those of the other side, and a bias.
pub const WEIGHTS: usize = FIRST_LAYER + OUTPUTS * OUTPUT;
/// The largest absolute value of a weight: products of larger ones would not fit in 16 bits.
pub const RANGE: f32 = 1.98;
/// The score of an output of 1, in hundredths of a pawn.
pub const SCALE: i32 = 400;

/// The number of weights in the first layer, which come first.
pub const FIRST_LAYER: usize = (INPUTS + 1) * UNITS;
/// The number of weights of an output.
pub const OUTPUT: usize = 2 * UNITS + 1;

/// The fixed-point representation of 1 in the first layer, and in the weights of the second.
const ONE: i16 = 255;
const ONE_OF_OUTPUT: i16 = 64;

/// A number for each unit.
#[derive(Copy, Clone, Debug)]
#[repr(align(64))]
pub(super) struct Units(pub(super) [i16; UNITS]);

/// A network of two layers. Both sides share the weights from the inputs to the units. The squares
/// of the clipped units go to the output that the number of pieces selects.
pub struct Network {
    /// On the heap: without optimisation, several copies would be on the stack while they are read.
    rows: Box<[Units; INPUTS]>,
    biases: Units,
    outputs: [OutputLayer; OUTPUTS],
    fingerprint: u64,
}

/// Weights of the units of the side to move and of the other side.
struct OutputLayer {
    weights: [Units; 2],
    bias: i16,
}

/// Read when it is first used. Read by the compiler, it would take as long as the rest of the
/// package each time that the package is checked or built.
static BUILT_IN: LazyLock<Network> = LazyLock::new(|| Network::read(include_bytes!("network.bin")));

impl Network {
    /// The size of its file.
    pub const BYTES: usize = 2 * WEIGHTS;

    /// Returns the network of [`Nnue`](super::Nnue).
    #[must_use]
    pub fn built_in() -> &'static Self {
        &BUILT_IN
    }

    /// Reads a network from the bytes that [`file`](Self::file) writes.
    #[must_use]
    pub fn read(file: &[u8; Self::BYTES]) -> Self {
        let mut reader = NetworkReader(file);
        let rows: Box<[Units]> = (0..INPUTS).map(|_| reader.units()).collect();
        Self {
            rows: rows.try_into().expect("a row for each input"),
            biases: reader.units(),
            outputs: from_fn(|_| reader.output()),
            fingerprint: fnv(file),
        }
    }

    /// Writes a file with these [`WEIGHTS`], rounded.
    ///
    /// # Panics
    /// If the number of weights is not [`WEIGHTS`].
    #[must_use]
    pub fn file(weights: &[f32]) -> Vec<u8> {
        assert_eq!(weights.len(), WEIGHTS);
        let whole = |(index, weight): (usize, &f32)| {
            (weight.clamp(-RANGE, RANGE) * one_of(index)).round() as i16
        };
        weights.iter().enumerate().map(whole).flat_map(i16::to_le_bytes).collect()
    }

    /// Returns the weights in the bytes that [`file`](Self::file) writes.
    #[must_use]
    pub fn weights(file: &[u8; Self::BYTES]) -> Vec<f32> {
        let whole = file.as_chunks().0.iter().map(|bytes| i16::from_le_bytes(*bytes));
        whole.enumerate().map(|(index, whole)| f32::from(whole) / one_of(index)).collect()
    }

    /// Returns a hash of the weights.
    pub(super) const fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    #[inline]
    pub(super) fn row(&self, input: usize) -> &Units {
        &self.rows[input]
    }

    /// Returns the units of an empty board.
    pub(super) fn biases(&self) -> Units {
        self.biases
    }

    /// Returns the output in hundredths of a pawn, for the side whose units are first.
    #[inline]
    pub(super) fn output(&self, pieces: usize, units: [&Units; 2]) -> i32 {
        let OutputLayer { weights: [ours, theirs], bias } = &self.outputs[output(pieces)];
        let sum = dot(units[0], ours) + dot(units[1], theirs);
        let output = i64::from(sum / i32::from(ONE) + i32::from(*bias));
        (output * i64::from(SCALE) / (i64::from(ONE) * i64::from(ONE_OF_OUTPUT))) as i32
    }
}

/// Returns the index of the output for `pieces` pieces on the board, including the kings.
#[must_use]
#[inline]
pub const fn output(pieces: usize) -> usize {
    pieces.saturating_sub(2) * OUTPUTS / 31
}

/// Returns the weighted sum of the squares of the clipped units. One factor is multiplied by the
/// weight first, which fits in 16 bits, so that the loop vectorizes.
#[inline]
fn dot(units: &Units, weights: &Units) -> i32 {
    let product = |(unit, weight): (&i16, &i16)| {
        let clipped = (*unit).clamp(0, ONE);
        i32::from(clipped * weight) * i32::from(clipped)
    };
    units.0.iter().zip(&weights.0).map(product).sum()
}

/// Returns the fixed-point representation of 1 for the weight with this index.
fn one_of(index: usize) -> f32 {
    match index.checked_sub(FIRST_LAYER) {
        None => f32::from(ONE),
        Some(index) if index % OUTPUT == OUTPUT - 1 => f32::from(ONE) * f32::from(ONE_OF_OUTPUT),
        Some(_) => f32::from(ONE_OF_OUTPUT),
    }
}

/// The hash FNV-1a (Fowler, Noll and Vo).
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// The unread rest of a file.
struct NetworkReader<'f>(&'f [u8]);

impl NetworkReader<'_> {
    fn weight(&mut self) -> i16 {
        let (weight, rest) = self.0.split_first_chunk().expect("as long as the file must be");
        self.0 = rest;
        i16::from_le_bytes(*weight)
    }

    fn units(&mut self) -> Units {
        Units(from_fn(|_| self.weight()))
    }

    fn output(&mut self) -> OutputLayer {
        OutputLayer { weights: from_fn(|_| self.units()), bias: self.weight() }
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({INPUTS} inputs, {UNITS} units, {OUTPUTS} outputs)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first thread that uses the network may have a small stack.
    #[test]
    fn a_network_is_read_on_a_small_stack() {
        let read = || Network::read(include_bytes!("network.bin")).fingerprint();
        let thread = std::thread::Builder::new().stack_size(1 << 16).spawn(read);
        let found = thread.expect("a thread").join().expect("no panic");
        assert_eq!(found, Network::built_in().fingerprint());
    }
}
