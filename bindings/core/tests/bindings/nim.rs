//! Nim with one heap as a foreign game, whose code fails, panics or takes long where it is wanted.

use eldest_bindings::{Declared, Failure, Moves, Rules, Score, Side, State, StopToken};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// What the code of a heap does besides.
#[derive(Clone, Debug)]
pub(crate) enum Trouble {
    None,
    /// Fails at the play after this many.
    Fail(u64),
    /// Panics at the play after this many.
    Panic(u64),
    /// Sleeps at each play.
    Sleep(Duration),
    /// Stops what plays at the play after this many.
    Stop(u64, StopToken),
}

/// A heap from which one, two or three are taken; taking the last one wins.
#[derive(Debug)]
pub(crate) struct Nim {
    pub(crate) heap: u64,
    pub(crate) trouble: Trouble,
    pub(crate) plays: Arc<AtomicU64>,
    /// Whether the game declares how long it is.
    pub(crate) is_bounded: bool,
}

impl Nim {
    pub(crate) fn new(heap: u64, trouble: Trouble) -> Self {
        Self { heap, trouble, plays: Arc::default(), is_bounded: true }
    }
}

impl Rules for Nim {
    fn declared(&self) -> Declared {
        let max_ply = self.is_bounded.then_some(self.heap as u32);
        Declared { max_ply, ..Declared::new("heap") }
    }

    fn start(&self) -> Result<Box<dyn State>, Failure> {
        let (trouble, plays) = (self.trouble.clone(), Arc::clone(&self.plays));
        Ok(Box::new(Heap { left: self.heap, side: Side::First, trouble, plays }))
    }
}

#[derive(Clone)]
struct Heap {
    left: u64,
    side: Side,
    trouble: Trouble,
    plays: Arc<AtomicU64>,
}

impl State for Heap {
    fn copy(&self) -> Result<Box<dyn State>, Failure> {
        Ok(Box::new(self.clone()))
    }

    fn side(&self) -> Result<Side, Failure> {
        Ok(self.side)
    }

    /// With the side, so that there is more to search.
    fn key(&self) -> Result<u64, Failure> {
        Ok(self.left << 1 | self.side.index() as u64)
    }

    fn over(&self) -> Result<Option<Score>, Failure> {
        Ok((self.left == 0).then_some(Score::LOSS))
    }

    fn moves(&self, out: &mut Moves<'_, u64>) -> Result<(), Failure> {
        (1..=self.left.min(3)).for_each(|taken| out.push(taken));
        Ok(())
    }

    fn play(&mut self, mv: u64) -> Result<(), Failure> {
        let plays = self.plays.fetch_add(1, Relaxed);
        match &self.trouble {
            Trouble::Fail(most) if plays >= *most => {
                return Err(Failure::new("play has failed").with_code(77));
            }
            Trouble::Panic(most) if plays >= *most => panic!("play has panicked"),
            Trouble::Sleep(time) => std::thread::sleep(*time),
            Trouble::Stop(most, stop) if plays >= *most => stop.stop(),
            _ => {}
        }
        (self.left, self.side) = (self.left - mv, self.side.other());
        Ok(())
    }

    fn undo(&mut self, mv: u64) -> Result<(), Failure> {
        (self.left, self.side) = (self.left + mv, self.side.other());
        Ok(())
    }
}
