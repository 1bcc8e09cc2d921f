//! [`PyState`]: a position of a game written in Python.

use crate::convert;
use crate::error::failure;
use crate::style::Style;
use eldest_bindings::{Bounds, Failure, Moves, Score, Side, State};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::cell::RefCell;
use std::sync::Arc;

/// A position of a game written in Python, with what its methods have returned. It attaches to the
/// interpreter twice at an inner node: when a move is played, for all that the search may want to
/// know there, and for the list of moves. A move is undone when the next one is played.
pub(crate) struct PyState {
    style: Arc<Style>,
    /// Whether methods are called each time.
    is_checked: bool,
    path: RefCell<Path>,
}

/// The position, and what is needed to undo moves.
struct Path {
    /// The position, if [`undone`](Self::undone) is empty; otherwise one after these moves.
    object: Py<PyAny>,
    now: Node,
    before: Vec<(Node, Step)>,
    /// Moves that are still to be undone on the object, the last one played first.
    undone: Vec<Py<PyAny>>,
    /// References to be dropped: without the interpreter, dropping one takes a lock.
    unused: Vec<Py<PyAny>>,
}

/// How a move is undone.
enum Step {
    /// By its parent, in a game whose positions are copied.
    Parent(Py<PyAny>),
    /// By undoing the move.
    Move(Py<PyAny>),
}

/// What is known about a position.
struct Node {
    side: Side,
    key: u64,
    over: Option<Score>,
    taken: Option<i32>,
    moves: Option<Py<PyList>>,
}

impl Node {
    fn of(object: &Bound<'_, PyAny>, style: &Style) -> Result<Self, Failure> {
        let py = object.py();
        let side = object.call_method0(intern!(py, "side"));
        let side = side.and_then(|side| convert::side(&side)).map_err(|e| failure("side()", e))?;
        let key = object.call_method0(intern!(py, "key"));
        let key = key.and_then(|key| convert::key(&key)).map_err(|e| failure("key()", e))?;
        let over = object.call_method0(intern!(py, "over"));
        let over = over.and_then(|over| convert::over(&over)).map_err(|e| failure("over()", e))?;
        let mut taken = None;
        if style.has_taken {
            let points = object.call_method0(intern!(py, "taken"));
            let points = points.and_then(|points| convert::points("taken()", &points));
            taken = Some(points.map_err(|e| failure("taken()", e))?);
        }
        Ok(Self { side, key, over, taken, moves: None })
    }
}

impl PyState {
    /// Creates the state of a copy of `object`.
    pub(crate) fn copy_of(object: &Bound<'_, PyAny>, style: &Arc<Style>) -> Result<Self, Failure> {
        let copied = style.copied(object).map_err(|e| failure("copy()", e))?;
        Self::of(copied, Arc::clone(style))
    }

    /// Creates the state of `object`, which moves change.
    fn of(object: Bound<'_, PyAny>, style: Arc<Style>) -> Result<Self, Failure> {
        let (now, object) = (Node::of(&object, &style)?, object.unbind());
        let (before, undone, unused) = (Vec::new(), Vec::new(), Vec::new());
        let path = RefCell::new(Path { object, now, before, undone, unused });
        Ok(Self { style, is_checked: false, path })
    }

    /// Calls `work` with the position.
    fn with<T>(
        &self,
        work: impl FnOnce(&mut Path, &Bound<'_, PyAny>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        Python::attach(|py| {
            let path = &mut *self.path.borrow_mut();
            path.settle(py)?;
            let object = path.object.bind(py).clone();
            work(path, &object)
        })
    }

    /// Calls the methods again, in a check.
    fn recall(&self) -> Result<(), Failure> {
        if !self.is_checked {
            return Ok(());
        }
        self.with(|path, object| {
            path.now = Node::of(object, &self.style)?;
            Ok(())
        })
    }

    /// Returns the object of a move, of which a search knows the number.
    pub(crate) fn object_of(&self, number: u64) -> Result<Py<PyAny>, Failure> {
        self.with(|path, object| path.move_of(object, number).map(Bound::unbind))
    }

    /// Returns the position as a Python object, which must not be changed.
    pub(crate) fn object(&self) -> Result<Py<PyAny>, Failure> {
        self.with(|_, object| Ok(object.clone().unbind()))
    }
}

impl Path {
    /// Makes the object that of the position.
    fn settle(&mut self, py: Python<'_>) -> Result<(), Failure> {
        for mv in self.undone.drain(..) {
            let undone = self.object.bind(py).call_method1(intern!(py, "undo"), (mv,));
            undone.map_err(|e| failure("undo()", e))?;
        }
        self.unused.clear();
        Ok(())
    }

    /// Returns the list of moves.
    fn list<'py>(&mut self, object: &Bound<'py, PyAny>) -> Result<Bound<'py, PyList>, Failure> {
        let py = object.py();
        if let Some(list) = &self.now.moves {
            return Ok(list.bind(py).clone());
        }
        let list = object.call_method0(intern!(py, "moves")).and_then(convert::list);
        let list = list.map_err(|e| failure("moves()", e))?;
        self.now.moves = Some(list.clone().unbind());
        Ok(list)
    }

    fn move_of<'py>(
        &mut self,
        object: &Bound<'py, PyAny>,
        number: u64,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        let mv = self.list(object)?.get_item(convert::place(number));
        mv.map_err(|_| Failure::new("moves() returned another list when it was called again"))
    }
}

impl State for PyState {
    fn set_checked(&mut self) {
        self.is_checked = true;
    }

    fn copy(&self) -> Result<Box<dyn State>, Failure> {
        let mut copied = self.with(|_, object| Self::copy_of(object, &self.style))?;
        copied.is_checked = self.is_checked;
        Ok(Box::new(copied))
    }

    fn side(&self) -> Result<Side, Failure> {
        self.recall()?;
        Ok(self.path.borrow().now.side)
    }

    fn key(&self) -> Result<u64, Failure> {
        self.recall()?;
        Ok(self.path.borrow().now.key)
    }

    fn over(&self) -> Result<Option<Score>, Failure> {
        self.recall()?;
        Ok(self.path.borrow().now.over)
    }

    fn moves(&self, out: &mut Moves<'_, u64>) -> Result<(), Failure> {
        self.recall()?;
        self.with(|path, object| {
            let list = path.list(object)?;
            // In a check, equal moves have one number, by which it sees them.
            let may_repeat = self.is_checked && !convert::are_distinct(&list);
            for (at, mv) in list.iter().enumerate() {
                let first = if may_repeat { list.index(&mv).unwrap_or(at) } else { at };
                let known = list.get_item(first).map_err(|e| failure("moves()", e))?;
                out.push(convert::number(first, &known));
            }
            Ok(())
        })
    }

    fn play(&mut self, mv: u64) -> Result<(), Failure> {
        let style = &*self.style;
        self.with(|path, object| {
            let (py, mv) = (object.py(), path.move_of(object, mv)?);
            let step = if style.is_copying {
                let child = object.call_method1(intern!(py, "child"), (mv,));
                let child = child.and_then(|child| convert::position("child()", child));
                let child = child.map_err(|e| failure("child()", e))?.unbind();
                Step::Parent(std::mem::replace(&mut path.object, child))
            } else {
                let played = object.call_method1(intern!(py, "play"), (&mv,));
                played.map_err(|e| failure("play()", e))?;
                Step::Move(mv.unbind())
            };
            let now = Node::of(path.object.bind(py), style)?;
            path.before.push((std::mem::replace(&mut path.now, now), step));
            Ok(())
        })
    }

    fn undo(&mut self, _: u64) -> Result<(), Failure> {
        let path = self.path.get_mut();
        let (before, step) = path.before.pop().ok_or_else(|| Failure::new("no move to undo"))?;
        let after = std::mem::replace(&mut path.now, before);
        path.unused.extend(after.moves.map(Py::into_any));
        match step {
            Step::Parent(parent) => path.unused.push(std::mem::replace(&mut path.object, parent)),
            Step::Move(mv) => path.undone.push(mv),
        }
        Ok(())
    }

    fn move_code(&self, mv: u64) -> Result<u16, Failure> {
        Ok(convert::code_of(mv))
    }

    fn taken(&self) -> Result<Option<i32>, Failure> {
        self.recall()?;
        Ok(self.path.borrow().now.taken)
    }

    fn plies_left(&self) -> Result<Option<u32>, Failure> {
        if !self.style.has_plies_left {
            return Ok(None);
        }
        self.with(|_, object| {
            let plies = object.call_method0(intern!(object.py(), "plies_left"));
            plies.and_then(|plies| convert::plies(&plies)).map_err(|e| failure("plies_left()", e))
        })
    }

    fn bounds(&self) -> Result<Bounds, Failure> {
        if let Some(score) = self.over()? {
            return Ok(Bounds::exact(score));
        }
        if !self.style.has_bounds {
            return Ok(Bounds::FULL);
        }
        self.with(|_, object| {
            let bounds = object.call_method0(intern!(object.py(), "bounds"));
            bounds.and_then(|bounds| bounds_of(&bounds)).map_err(|e| failure("bounds()", e))
        })
    }

    fn evaluate(&self) -> Result<Score, Failure> {
        if !self.style.has_evaluate {
            return Ok(Score::new(self.taken()?.unwrap_or(0)));
        }
        self.with(|_, object| {
            let value = object.call_method0(intern!(object.py(), "evaluate"));
            let points = value.and_then(|value| convert::points("evaluate()", &value));
            points.map(Score::new).map_err(|e| failure("evaluate()", e))
        })
    }

    fn move_name(&self, mv: u64) -> Result<String, Failure> {
        let has_name = self.style.has_name;
        self.with(|path, object| {
            let mv = path.move_of(object, mv)?;
            if has_name {
                let name = object.call_method1(intern!(object.py(), "name"), (mv,));
                let name = name.and_then(|name| convert::text("name()", &name));
                return name.map_err(|e| failure("name()", e));
            }
            let name = mv.str().and_then(|name| convert::text("str() of a move", &name));
            name.map_err(|e| failure("str() of a move", e))
        })
    }

    fn text(&self) -> Result<Option<String>, Failure> {
        if !self.style.has_text {
            return Ok(None);
        }
        self.with(|_, object| {
            let text = object.call_method0(intern!(object.py(), "text"));
            let text = text.and_then(|text| convert::text("text()", &text));
            text.map(Some).map_err(|e| failure("text()", e))
        })
    }

    fn drawing(&self) -> Result<String, Failure> {
        self.with(|_, object| {
            object.str().map(|text| text.to_string()).map_err(|e| failure("__str__()", e))
        })
    }
}

impl Drop for PyState {
    /// Drops all references with the interpreter at once. If there is none any more, they need no
    /// dropping.
    fn drop(&mut self) {
        let path = self.path.get_mut();
        let _ = Python::try_attach(|py| {
            path.unused.clear();
            path.undone.clear();
            path.before.clear();
            path.now.moves = None;
            path.object = py.None();
        });
    }
}

/// Returns the bounds that `bounds()` returned.
fn bounds_of(value: &Bound<'_, PyAny>) -> PyResult<Bounds> {
    let wrong = || convert::wrong("bounds()", value, "a tuple of the least and the greatest value");
    let pair = value.cast::<PyTuple>().map_err(|_| wrong())?;
    if pair.len() != 2 {
        return Err(wrong());
    }
    let lower = convert::score("bounds()", &pair.get_item(0)?)?;
    let upper = convert::score("bounds()", &pair.get_item(1)?)?;
    if lower > upper {
        return Err(wrong());
    }
    Ok(Bounds::new(lower, upper))
}
