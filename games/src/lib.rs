//! Games on the `eldest` search core.
