//! [`CState`]: a position of a game in C.

use crate::callbacks::{Callbacks, outcome, wrong};
use crate::{ELDEST_MAX_POINTS, ELDEST_NO_PLIES, ELDEST_NO_SCORE};
use eldest::{Bounds, Window};
use eldest_bindings::{Failure, Moves, Score, Side, State};
use std::ffi::{CStr, c_char, c_void};
use std::sync::Arc;

/// The bytes that a callback may write a text into.
const TEXT: usize = 4096;

/// Memory of positions: they are aligned to 16 bytes.
#[repr(C, align(16))]
#[derive(Copy, Clone)]
struct Chunk([u8; 16]);

/// A position of a game in C, with those before it if the game takes no move back itself.
///
/// The memory has one position after the other, each as the callbacks initialised it; the last one
/// is the position itself.
pub(crate) struct CState {
    callbacks: Arc<Callbacks>,
    memory: Vec<Chunk>,
    /// The chunks of a position.
    chunks: usize,
}

impl CState {
    fn empty(callbacks: &Arc<Callbacks>) -> Self {
        let chunks = callbacks.table().position_size.div_ceil(size_of::<Chunk>());
        Self { callbacks: Arc::clone(callbacks), memory: Vec::with_capacity(chunks), chunks }
    }

    /// Creates a position that `initialise` writes; `Ok(None)` if it returns `Ok(false)`.
    pub(crate) fn new_by(
        callbacks: &Arc<Callbacks>,
        initialise: impl FnOnce(*mut c_void) -> Result<bool, Failure>,
    ) -> Result<Option<Self>, Failure> {
        let mut state = Self::empty(callbacks);
        state.memory.resize(state.chunks, Chunk([0; 16]));
        let outcome = initialise(state.top_mut());
        if !matches!(outcome, Ok(true)) {
            state.memory.clear();
        }
        outcome.map(|is_position| is_position.then_some(state))
    }

    /// Creates a copy of a position of the caller.
    ///
    /// # Safety
    /// `position` points to a position of the game.
    pub(crate) unsafe fn copied(
        callbacks: &Arc<Callbacks>,
        position: *const c_void,
    ) -> Result<Self, Failure> {
        let copied = Self::new_by(callbacks, |copy| {
            // SAFETY: by the contract, `position` is one, and `copy` has memory for one.
            unsafe { copy_position(callbacks, position, copy) }.map(|()| true)
        });
        copied.map(|state| state.expect("the position was initialised"))
    }

    /// Returns the position.
    #[inline(always)]
    fn top(&self) -> *const c_void {
        self.memory[self.memory.len() - self.chunks..].as_ptr().cast()
    }

    /// Returns the position, for a change.
    #[inline(always)]
    fn top_mut(&mut self) -> *mut c_void {
        let top = self.memory.len() - self.chunks;
        self.memory[top..].as_mut_ptr().cast()
    }

    #[inline(always)]
    fn user(&self) -> *mut c_void {
        self.callbacks.user.get()
    }

    /// Adds a copy of the position on top of it.
    #[inline]
    fn push(&mut self) -> Result<(), Failure> {
        let top = self.memory.len() - self.chunks;
        self.memory.extend_from_within(top..);
        if self.callbacks.table().copy.is_some() {
            let (from, copy) = self.memory[top..].split_at_mut(self.chunks);
            let (from, copy) = (from.as_ptr().cast(), copy.as_mut_ptr().cast());
            // SAFETY: the first is a position, and the second memory for another.
            let copied = unsafe { copy_position(&self.callbacks, from, copy) };
            copied.inspect_err(|_| self.memory.truncate(top + self.chunks))?;
        }
        Ok(())
    }

    /// Removes the position on top.
    #[inline]
    fn pop(&mut self) {
        if let Some(release) = self.callbacks.table().release {
            // SAFETY: the header describes this call, the last one with this position.
            unsafe { release(self.user(), self.top_mut()) }
        }
        self.memory.truncate(self.memory.len() - self.chunks);
    }

    /// Returns the text that `write` writes into memory of the given size.
    fn written(
        &self,
        callback: &str,
        write: impl FnOnce(*mut c_char, usize) -> i32,
    ) -> Result<String, Failure> {
        let mut text = [0_u8; TEXT];
        outcome(callback, write(text.as_mut_ptr().cast(), TEXT))?;
        let right = "at most 4095 bytes of UTF-8 and a zero";
        let text = CStr::from_bytes_until_nul(&text).map_err(|_| wrong(callback, "no zero", right));
        let text = text?.to_str().map_err(|error| wrong(callback, error, right))?;
        Ok(text.to_owned())
    }
}

/// Copies a position.
///
/// # Safety
/// `position` is one, and `copy` memory for another.
unsafe fn copy_position(
    callbacks: &Callbacks,
    position: *const c_void,
    copy: *mut c_void,
) -> Result<(), Failure> {
    let table = callbacks.table();
    match table.copy {
        // SAFETY: the header describes this call.
        Some(call) => outcome("copy", unsafe { call(callbacks.user.get(), position, copy) }),
        None => {
            let (from, to) = (position.cast::<u8>(), copy.cast::<u8>());
            // SAFETY: both have the size of a position, and are different memory.
            unsafe { std::ptr::copy_nonoverlapping(from, to, table.position_size) };
            Ok(())
        }
    }
}

/// Returns a score that a callback has written, if it is one.
#[inline]
fn score(callback: &str, written: i32) -> Result<Score, Failure> {
    let is_points = (-ELDEST_MAX_POINTS..=ELDEST_MAX_POINTS).contains(&written);
    if is_points {
        return Ok(Score::new(written));
    }
    far_score(callback, written)
}

fn far_score(callback: &str, written: i32) -> Result<Score, Failure> {
    let right = "a number within ±4000000, ELDEST_WIN or ELDEST_LOSS";
    let is_score = written.unsigned_abs() <= Score::WIN.get().unsigned_abs();
    let found = is_score.then(|| Score::new(written)).filter(|score| score.distance().is_some());
    found.ok_or_else(|| wrong(callback, written, right))
}

/// Returns bounds that a callback has written, if they are in order.
#[inline]
fn bounds(callback: &str, lower: i32, upper: i32) -> Result<Bounds, Failure> {
    let is_in_order = -Score::INFINITY.get() <= lower && lower <= upper;
    if is_in_order && upper <= Score::INFINITY.get() {
        return Ok(Bounds::new(Score::new(lower), Score::new(upper)));
    }
    let written = format!("{lower} and {upper}");
    Err(wrong(callback, written, "a lower bound that is not above the upper one"))
}

// In each call below, `user` and the position are what the header promises to the callback: the
// position was initialised by the callbacks, and is used by this thread alone, because a `State` is
// owned. What a callback writes to is a variable here.
impl State for CState {
    fn copy(&self) -> Result<Box<dyn State>, Failure> {
        // SAFETY: the top is a position.
        Ok(Box::new(unsafe { Self::copied(&self.callbacks, self.top()) }?))
    }

    #[inline]
    fn side(&self) -> Result<Side, Failure> {
        let Some(call) = self.callbacks.table().side else { return Err(unset("side")) };
        let mut side = 0;
        // SAFETY: see above.
        outcome("side", unsafe { call(self.user(), self.top(), &raw mut side) })?;
        match side {
            0 => Ok(Side::First),
            1 => Ok(Side::Second),
            other => Err(wrong("side", other, "0 or 1")),
        }
    }

    #[inline]
    fn key(&self) -> Result<u64, Failure> {
        let Some(call) = self.callbacks.table().key else { return Err(unset("key")) };
        let mut key = 0;
        // SAFETY: see above.
        outcome("key", unsafe { call(self.user(), self.top(), &raw mut key) })?;
        Ok(key)
    }

    #[inline]
    fn over(&self) -> Result<Option<Score>, Failure> {
        let Some(call) = self.callbacks.table().over else { return Err(unset("over")) };
        let mut found = ELDEST_NO_SCORE;
        // SAFETY: see above.
        outcome("over", unsafe { call(self.user(), self.top(), &raw mut found) })?;
        if found == ELDEST_NO_SCORE { Ok(None) } else { score("over", found).map(Some) }
    }

    #[inline]
    fn moves(&self, out: &mut Moves<'_, u64>) -> Result<(), Failure> {
        let Some(call) = self.callbacks.table().moves else { return Err(unset("moves")) };
        // SAFETY: see above. The list is borrowed until the call ends, and `eldest_push` is all that
        // can be done with it.
        outcome("moves", unsafe { call(self.user(), self.top(), (&raw mut *out).cast()) })
    }

    #[inline]
    fn play(&mut self, mv: u64) -> Result<(), Failure> {
        let Some(call) = self.callbacks.table().play else { return Err(unset("play")) };
        if self.callbacks.table().undo.is_none() {
            self.push()?;
        }
        // SAFETY: see above.
        outcome("play", unsafe { call(self.user(), self.top_mut(), mv) })
    }

    #[inline]
    fn undo(&mut self, mv: u64) -> Result<(), Failure> {
        match self.callbacks.table().undo {
            // SAFETY: see above.
            Some(call) => outcome("undo", unsafe { call(self.user(), self.top_mut(), mv) }),
            None if self.memory.len() > self.chunks => {
                self.pop();
                Ok(())
            }
            None => Err(Failure::new("no move was played that can be taken back")),
        }
    }

    fn plies_left(&self) -> Result<Option<u32>, Failure> {
        let Some(call) = self.callbacks.table().plies_left else { return Ok(None) };
        let mut plies = ELDEST_NO_PLIES;
        // SAFETY: see above.
        outcome("plies_left", unsafe { call(self.user(), self.top(), &raw mut plies) })?;
        Ok((plies != ELDEST_NO_PLIES).then_some(plies))
    }

    #[inline]
    fn bounds(&self) -> Result<Bounds, Failure> {
        let Some(call) = self.callbacks.table().bounds else {
            return Ok(self.over()?.map_or(Bounds::FULL, Bounds::exact));
        };
        let (mut lower, mut upper) = (-Score::INFINITY.get(), Score::INFINITY.get());
        // SAFETY: see above.
        let code = unsafe { call(self.user(), self.top(), &raw mut lower, &raw mut upper) };
        outcome("bounds", code)?;
        bounds("bounds", lower, upper)
    }

    #[inline]
    fn bounds_for(&self, window: Window) -> Result<Bounds, Failure> {
        let Some(call) = self.callbacks.table().bounds_for else { return self.bounds() };
        let (alpha, beta) = (window.alpha().get(), window.beta().get());
        let (mut lower, mut upper) = (-Score::INFINITY.get(), Score::INFINITY.get());
        let (low, high) = (&raw mut lower, &raw mut upper);
        // SAFETY: see above.
        outcome("bounds_for", unsafe { call(self.user(), self.top(), alpha, beta, low, high) })?;
        bounds("bounds_for", lower, upper)
    }

    #[inline]
    fn relevant_moves(&self, out: &mut Moves<'_, u64>) -> Result<(), Failure> {
        let Some(call) = self.callbacks.table().relevant_moves else { return self.moves(out) };
        // SAFETY: as for `moves`.
        outcome("relevant_moves", unsafe { call(self.user(), self.top(), (&raw mut *out).cast()) })
    }

    #[inline]
    fn move_code(&self, mv: u64) -> Result<u16, Failure> {
        let Some(call) = self.callbacks.table().move_code else {
            return Ok((mv % u64::from(u16::MAX)) as u16 + 1);
        };
        let mut code = 0;
        // SAFETY: see above.
        outcome("move_code", unsafe { call(self.user(), self.top(), mv, &raw mut code) })?;
        Ok(code)
    }

    #[inline]
    fn key_after(&self, mv: u64) -> Result<Option<u64>, Failure> {
        let Some(call) = self.callbacks.table().key_after else { return Ok(None) };
        let mut key = 0;
        // SAFETY: see above.
        outcome("key_after", unsafe { call(self.user(), self.top(), mv, &raw mut key) })?;
        Ok(Some(key))
    }

    #[inline]
    fn taken(&self) -> Result<Option<i32>, Failure> {
        let Some(call) = self.callbacks.table().taken else { return Ok(None) };
        let mut points = 0;
        // SAFETY: see above.
        outcome("taken", unsafe { call(self.user(), self.top(), &raw mut points) })?;
        if points.unsigned_abs() <= ELDEST_MAX_POINTS.unsigned_abs() {
            return Ok(Some(points));
        }
        Err(wrong("taken", points, "a number within ±4000000"))
    }

    #[inline]
    fn evaluate(&self) -> Result<Score, Failure> {
        let Some(call) = self.callbacks.table().evaluate else {
            return Ok(Score::new(self.taken()?.unwrap_or(0)));
        };
        let mut found = ELDEST_NO_SCORE;
        // SAFETY: see above.
        outcome("evaluate", unsafe { call(self.user(), self.top(), &raw mut found) })?;
        score("evaluate", found)
    }

    fn move_name(&self, mv: u64) -> Result<String, Failure> {
        let Some(call) = self.callbacks.table().move_text else { return Ok(mv.to_string()) };
        // SAFETY: see above; `text` has the size that is passed.
        let write = |text, size| unsafe { call(self.user(), self.top(), mv, text, size) };
        self.written("move_text", write)
    }

    fn text(&self) -> Result<Option<String>, Failure> {
        let Some(call) = self.callbacks.table().text else { return Ok(None) };
        // SAFETY: see above; `text` has the size that is passed.
        let write = |text, size| unsafe { call(self.user(), self.top(), text, size) };
        self.written("text", write).map(Some)
    }
}

#[cold]
fn unset(callback: &str) -> Failure {
    Failure::new(format!("the callback {callback} is not set"))
}

impl Drop for CState {
    fn drop(&mut self) {
        while self.callbacks.table().release.is_some() && !self.memory.is_empty() {
            self.pop();
        }
    }
}
