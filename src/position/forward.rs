//! [`forward_position!`], [`forward_evaluator!`], [`forward_table!`]: macros for wrappers of these
//! traits.

/// Implements all items of [`Position`](crate::Position) by forwarding to the position inside,
/// except those listed after `except`.
///
/// Use it in an `impl Position for`; it takes the field that holds the position inside, and the
/// type of that field. Types, constants and methods are all forwarded, including those with a
/// default: a wrapper written by hand works without `bounds_for`, but silently prunes less.
/// Implement the excepted items beside it, or leave them at their defaults.
///
/// ```
/// use eldest::{Position, forward_position};
/// # use eldest::doc::Countdown;
///
/// /// The same game, counting the moves played.
/// #[derive(Clone)]
/// struct Counted<P> { inner: P, plays: u64 }
///
/// impl<P: Position> Position for Counted<P> {
///     forward_position!(self.inner: P; except play);
///
///     fn play(&mut self, mv: P::Move) -> P::Undo {
///         self.plays += 1;
///         self.inner.play(mv)
///     }
/// }
///
/// let mut counted = Counted { inner: Countdown::new(7), plays: 0 };
/// assert_eq!(counted.plies_left(), Some(7));
/// counted.play(3);
/// assert_eq!((counted.plies_left(), counted.plays), (Some(4), 1));
/// ```
///
/// # Dependent items
/// Some methods describe the same thing, so exceptions come in groups. If you change
/// - `key`, also change `key_after`, `key_kind`, and `taken` if it returns what the key leaves out;
/// - `over` or the values of the game, also change `bounds`, `bounds_for`, `range`, `granularity`
///   and `endless`;
/// - `over`, by known values of positions where the game goes on, also change `fingerprint`;
/// - `bounds`, also change `bounds_for`;
/// - `moves`, also change `relevant_moves`;
/// - the rules by an option, also change `fingerprint`.
///
/// [`conformance::check`](crate::conformance::check) checks a wrapper like any other game. A name
/// that is not an item of the trait does not compile:
///
/// ```compile_fail
/// # use eldest::{Position, forward_position};
/// # use eldest::doc::Countdown;
/// # #[derive(Clone)]
/// # struct Wrapper(Countdown);
/// impl Position for Wrapper {
///     forward_position!(self.0: Countdown; except relevent_moves);
/// }
/// ```
#[macro_export]
macro_rules! forward_position {
    ($self:ident . $inner:tt : $type:ty $(; except $($except:ident),+ $(,)?)?) => {
        $crate::__forward! { @known Position $($($except)+)? }
        $crate::forward_position! { @all [$($($except)+)?] $self . $inner : $type }
    };
    (@all $except:tt $self:ident . $inner:tt : $type:ty) => {
        $crate::__forward! { @associated [<$type as $crate::Position>] $except
            type Move; type Undo;
            const ALTERNATES: bool; const WIN_DISTANCE: bool; const PATH_DEPENDENT: bool;
        }
        $crate::__forward! { @unless play $except {
            #[inline(always)]
            fn play(&mut $self, mv: Self::Move) -> Self::Undo {
                $crate::Position::play(&mut $self.$inner, mv)
            }
        } }
        $crate::__forward! { @unless undo $except {
            #[inline(always)]
            fn undo(&mut $self, mv: Self::Move, undo: Self::Undo) {
                $crate::Position::undo(&mut $self.$inner, mv, undo);
            }
        } }
        $crate::__forward! { @methods [$crate::Position] $except $self . $inner
            side() -> $crate::Side;
            key() -> u64;
            taken() -> Option<i32>;
            key_kind() -> $crate::KeyKind;
            over() -> Option<$crate::Score>;
            moves(out: &mut $crate::Moves<'_, Self::Move>) -> ();
            move_code(mv: Self::Move) -> u16;
            relevant_moves(out: &mut $crate::Moves<'_, Self::Move>) -> ();
            bounds() -> $crate::Bounds;
            bounds_for(window: $crate::Window) -> $crate::Bounds;
            key_after(mv: Self::Move) -> Option<u64>;
            plies_left() -> Option<u32>;
            endless() -> Option<$crate::Score>;
            range() -> $crate::Bounds;
            granularity() -> u32;
            fingerprint() -> u64;
        }
    };
}

/// Implements all items of [`Evaluator`](crate::Evaluator) by forwarding to the evaluator inside,
/// except those listed after `except`. Works like [`forward_position!`](crate::forward_position),
/// in an `impl Evaluator for`; it also takes the type of the positions.
///
/// ```
/// use eldest::{Evaluator, Position, Score, forward_evaluator};
/// # use eldest::doc::Countdown;
///
/// /// Judges as the evaluator inside, from the other side's point of view.
/// struct Pessimist<E>(E);
///
/// impl<P: Position, E: Evaluator<P>> Evaluator<P> for Pessimist<E> {
///     forward_evaluator!(self.0: E as Evaluator<P>; except evaluate);
///
///     fn evaluate(&self, position: &P, state: &E::State) -> Score {
///         -self.0.evaluate(position, state)
///     }
/// }
///
/// let judge = Pessimist(|heap: &Countdown| Score::new(heap.left().into()));
/// assert_eq!(judge.evaluate(&Countdown::new(5), &()), Score::new(-5));
/// ```
#[macro_export]
macro_rules! forward_evaluator {
    ($self:ident . $inner:tt : $type:ty as Evaluator<$position:ty>
        $(; except $($except:ident),+ $(,)?)?
    ) => {
        $crate::__forward! { @known Evaluator $($($except)+)? }
        $crate::forward_evaluator! { @all [$($($except)+)?] $self . $inner : $type, $position }
    };
    (@all $except:tt $self:ident . $inner:tt : $type:ty, $position:ty) => {
        $crate::__forward! { @associated [<$type as $crate::Evaluator<$position>>] $except
            type State;
            const SELECTS: bool;
        }
        $crate::__forward! { @methods [$crate::Evaluator::<$position>] $except $self . $inner
            start(position: &$position) -> Self::State;
            evaluate(position: &$position, state: &Self::State) -> $crate::Score;
            play(
                before: &$position,
                mv: <$position as $crate::Position>::Move,
                state: &mut Self::State
            ) -> ();
            undo(
                before: &$position,
                mv: <$position as $crate::Position>::Move,
                state: &mut Self::State
            ) -> ();
            quiescence_plies() -> u16;
            noisy_moves(
                position: &$position,
                out: &mut $crate::Moves<'_, <$position as $crate::Position>::Move>
            ) -> ();
            stands_pat(position: &$position) -> bool;
            fingerprint() -> u64;
            selector() -> impl $crate::selective::Selector<$position>;
        }
    };
}

/// Implements all items of [`Table`](crate::Table) by forwarding to the table inside, except those
/// listed after `except`. Works like [`forward_position!`](crate::forward_position), in an
/// `impl Table for`. If you except `Slot`, also except the methods that use it: `slot`, `prefetch`,
/// `probe` and `store`.
///
/// ```
/// use eldest::table::NewEntry;
/// use eldest::{Table, forward_table};
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// /// The same table, counting the entries stored.
/// struct Counted<T> { inner: T, stored: AtomicU64 }
///
/// impl<T: Table> Table for Counted<T> {
///     forward_table!(self.inner: T; except store);
///
///     fn store(&self, slot: T::Slot, finding: NewEntry) {
///         self.stored.fetch_add(1, Ordering::Relaxed);
///         self.inner.store(slot, finding);
///     }
/// }
/// ```
#[macro_export]
macro_rules! forward_table {
    ($self:ident . $inner:tt : $type:ty $(; except $($except:ident),+ $(,)?)?) => {
        $crate::__forward! { @known Table $($($except)+)? }
        $crate::forward_table! { @all [$($($except)+)?] $self . $inner : $type }
    };
    (@all $except:tt $self:ident . $inner:tt : $type:ty) => {
        $crate::__forward! { @associated [<$type as $crate::Table>] $except
            type Slot;
            const END_ONLY: bool; const KEEPS: bool;
        }
        $crate::__forward! { @methods [$crate::Table] $except $self . $inner
            serves(keys: $crate::KeyKind, range: $crate::Bounds) -> bool;
            slot(key: u64) -> Self::Slot;
            prefetch(slot: Self::Slot) -> ();
            probe(slot: Self::Slot, depth: $crate::Depth) -> Option<$crate::table::Entry>;
            store(slot: Self::Slot, finding: $crate::table::NewEntry) -> ();
            new_search() -> ();
            clear() -> ();
            hashfull() -> u32;
            bytes() -> usize;
            bind(fingerprint: u64) -> Result<bool, $crate::table::TableInUse>;
            release() -> ();
        }
    };
}

/// The common parts of the forwarding macros.
#[doc(hidden)]
#[macro_export]
macro_rules! __forward {
    // Each excepted name must occur in the list below; any other name expands to the error.
    (@known $trait:ident $($except:ident)*) => {
        $($crate::__forward! { @unless $except [$except] {
            compile_error! {
                concat!("`", stringify!($trait), "` has no `", stringify!($except), "`")
            }
        } })*
    };

    (@associated $of:tt $except:tt $(type $type:ident;)* $(const $const:ident : $answer:ty;)*) => {
        $($crate::__forward! { @type $of $type $except })*
        $($crate::__forward! { @const $of $const $except $answer })*
    };
    (@type [$($of:tt)*] $name:ident $except:tt) => {
        $crate::__forward! { @unless $name $except {
            type $name = $($of)*::$name;
        } }
    };
    (@const [$($of:tt)*] $name:ident $except:tt $answer:ty) => {
        $crate::__forward! { @unless $name $except {
            const $name: $answer = $($of)*::$name;
        } }
    };

    (@methods $of:tt $except:tt $self:ident . $inner:tt
        $($name:ident($($argument:ident : $type:ty),*) -> $answer:ty;)*
    ) => {
        $($crate::__forward! { @method $of $name $except $self . $inner
            [$($argument : $type),*] $answer
        })*
    };
    (@method [$($of:tt)*] $name:ident $except:tt $self:ident . $inner:tt
        [$($argument:ident : $type:ty),*] $answer:ty
    ) => {
        $crate::__forward! { @unless $name $except {
            #[inline(always)]
            fn $name(&$self $(, $argument: $type)*) -> $answer {
                $($of)*::$name(&$self.$inner $(, $argument)*)
            }
        } }
    };

    // Expands to the item unless its name is in the list: drops the head of the list until it is
    // the name.
    (@unless Move [Move $($rest:ident)*] $item:tt) => {};
    (@unless Undo [Undo $($rest:ident)*] $item:tt) => {};
    (@unless ALTERNATES [ALTERNATES $($rest:ident)*] $item:tt) => {};
    (@unless WIN_DISTANCE [WIN_DISTANCE $($rest:ident)*] $item:tt) => {};
    (@unless PATH_DEPENDENT [PATH_DEPENDENT $($rest:ident)*] $item:tt) => {};
    (@unless play [play $($rest:ident)*] $item:tt) => {};
    (@unless undo [undo $($rest:ident)*] $item:tt) => {};
    (@unless side [side $($rest:ident)*] $item:tt) => {};
    (@unless key [key $($rest:ident)*] $item:tt) => {};
    (@unless taken [taken $($rest:ident)*] $item:tt) => {};
    (@unless key_kind [key_kind $($rest:ident)*] $item:tt) => {};
    (@unless over [over $($rest:ident)*] $item:tt) => {};
    (@unless moves [moves $($rest:ident)*] $item:tt) => {};
    (@unless move_code [move_code $($rest:ident)*] $item:tt) => {};
    (@unless relevant_moves [relevant_moves $($rest:ident)*] $item:tt) => {};
    (@unless bounds [bounds $($rest:ident)*] $item:tt) => {};
    (@unless bounds_for [bounds_for $($rest:ident)*] $item:tt) => {};
    (@unless key_after [key_after $($rest:ident)*] $item:tt) => {};
    (@unless plies_left [plies_left $($rest:ident)*] $item:tt) => {};
    (@unless endless [endless $($rest:ident)*] $item:tt) => {};
    (@unless range [range $($rest:ident)*] $item:tt) => {};
    (@unless granularity [granularity $($rest:ident)*] $item:tt) => {};
    (@unless fingerprint [fingerprint $($rest:ident)*] $item:tt) => {};
    (@unless SELECTS [SELECTS $($rest:ident)*] $item:tt) => {};
    (@unless State [State $($rest:ident)*] $item:tt) => {};
    (@unless start [start $($rest:ident)*] $item:tt) => {};
    (@unless evaluate [evaluate $($rest:ident)*] $item:tt) => {};
    (@unless quiescence_plies [quiescence_plies $($rest:ident)*] $item:tt) => {};
    (@unless noisy_moves [noisy_moves $($rest:ident)*] $item:tt) => {};
    (@unless stands_pat [stands_pat $($rest:ident)*] $item:tt) => {};
    (@unless selector [selector $($rest:ident)*] $item:tt) => {};
    (@unless END_ONLY [END_ONLY $($rest:ident)*] $item:tt) => {};
    (@unless KEEPS [KEEPS $($rest:ident)*] $item:tt) => {};
    (@unless Slot [Slot $($rest:ident)*] $item:tt) => {};
    (@unless serves [serves $($rest:ident)*] $item:tt) => {};
    (@unless slot [slot $($rest:ident)*] $item:tt) => {};
    (@unless prefetch [prefetch $($rest:ident)*] $item:tt) => {};
    (@unless probe [probe $($rest:ident)*] $item:tt) => {};
    (@unless store [store $($rest:ident)*] $item:tt) => {};
    (@unless new_search [new_search $($rest:ident)*] $item:tt) => {};
    (@unless clear [clear $($rest:ident)*] $item:tt) => {};
    (@unless hashfull [hashfull $($rest:ident)*] $item:tt) => {};
    (@unless bytes [bytes $($rest:ident)*] $item:tt) => {};
    (@unless bind [bind $($rest:ident)*] $item:tt) => {};
    (@unless release [release $($rest:ident)*] $item:tt) => {};
    (@unless $name:ident [$other:ident $($rest:ident)*] $item:tt) => {
        $crate::__forward! { @unless $name [$($rest)*] $item }
    };
    (@unless $name:ident [] { $($item:tt)* }) => { $($item)* };
}

#[cfg(test)]
mod tests;
