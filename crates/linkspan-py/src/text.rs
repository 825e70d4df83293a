//! Text from Python.

use std::borrow::Cow;

use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError, PyUnicodeEncodeError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyBytes, PyString};

/// A Python text as UTF-8.
///
/// Lone surrogates are replaced by U+FFFF, which is also one code point and also ends links.
pub(crate) enum Text {
    /// Shared with Python.
    Shared(PyBackedStr),
    /// A copy without surrogates.
    Repaired(String),
}

impl Text {
    /// The text of the argument `text`.
    pub(crate) fn new(text: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::of("text", text)
    }

    /// The text of an argument with this name.
    pub(crate) fn of(name: &str, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        let Ok(text) = text.cast::<PyString>() else {
            return Err(type_error(name, "str", text));
        };
        match PyBackedStr::try_from(text.clone()) {
            Ok(shared) => Ok(Self::Shared(shared)),
            Err(error) if error.is_instance_of::<PyUnicodeEncodeError>(text.py()) => {
                repair(text).map(Self::Repaired)
            }
            Err(error) => Err(error),
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        match self {
            Self::Shared(text) => text,
            Self::Repaired(text) => text,
        }
    }

    /// What was made of the text, with U+FFFD for surrogates, which files cannot contain. They are
    /// replaced only now because U+FFFD, unlike them, does not end links.
    pub(crate) fn show<'t>(&self, made: Cow<'t, str>) -> Cow<'t, str> {
        match self {
            Self::Repaired(_) if made.contains('\u{FFFF}') => {
                Cow::Owned(made.replace('\u{FFFF}', "\u{FFFD}"))
            }
            _ => made,
        }
    }
}

/// The error for an argument of the wrong type.
pub(crate) fn type_error(name: &str, expected: &str, value: &Bound<'_, PyAny>) -> PyErr {
    let found = value.get_type();
    let found = found.name().map(|name| name.to_string());
    let found = found.unwrap_or_else(|_| "something else".into());
    let decode = match found.as_str() {
        "bytes" | "bytearray" | "memoryview" if expected == "str" => {
            "; decode it first, for example with .decode('utf-8', 'surrogateescape')"
        }
        _ => "",
    };
    PyTypeError::new_err(format!("{name} must be {expected}, not {found}{decode}"))
}

/// Reads an offset argument.
pub(crate) fn read_offset(name: &str, value: &Bound<'_, PyAny>) -> PyResult<usize> {
    value.extract().map_err(|error: PyErr| {
        match error.is_instance_of::<PyOverflowError>(value.py()) {
            true => PyIndexError::new_err(format!("{name} {value} is outside the text")),
            false => type_error(name, "int", value),
        }
    })
}

/// Replaces the surrogates of a text.
fn repair(text: &Bound<'_, PyString>) -> PyResult<String> {
    let encoded = text.call_method1("encode", ("utf-8", "surrogatepass"))?;
    let mut bytes = encoded.cast_into::<PyBytes>()?.as_bytes().to_vec();
    let mut at = 0;
    while let Some(character) = bytes.get_mut(at..at + 3) {
        // A surrogate is ED followed by a byte from A0 on, which UTF-8 does not allow.
        if matches!(character, [0xED, 0xA0..=0xBF, _]) {
            character.copy_from_slice("\u{FFFF}".as_bytes());
            at += 3;
        } else {
            at += 1;
        }
    }
    String::from_utf8(bytes).map_err(|error| PyTypeError::new_err(error.to_string()))
}
