//! Many positions side by side: their order, their values, their ends; and that they really are
//! side by side.

mod ends;
mod side_by_side;
mod value;
mod waiting;
