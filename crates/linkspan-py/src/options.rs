//! Options by name.

use linkspan::Profile;
use linkspan::profile::OptionError;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};

use crate::text::other_type;

/// The options of a detector as names and values: first the profile, then the others sorted by
/// name.
pub(crate) type Options = Vec<(String, String)>;

/// Reads the name of a profile and other options. Those that are `None` are not set.
pub(crate) fn read(profile: &str, others: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
    let mut rest = Vec::new();
    for (name, value) in others.into_iter().flatten() {
        if !value.is_none() {
            let name = name.extract::<String>()?;
            rest.push((in_library(&name), written(&name, &value)?));
        }
    }
    rest.sort();
    let mut options = vec![("profile".to_owned(), profile.to_owned())];
    options.extend(rest);
    Ok(options)
}

/// The name of an option in the library. `with` is a keyword in Python.
fn in_library(name: &str) -> String {
    let name = if name == "with_" { "with" } else { name };
    name.replace('_', "-")
}

/// The name of an option in Python.
pub(crate) fn in_python(name: &str) -> String {
    let name = if name == "with" { "with_" } else { name };
    name.replace('-', "_")
}

/// A value in the notation of the library: a text, a number, or a list of these.
fn written(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let expected = "text, a number or a list of texts";
    if value.is_instance_of::<PyBool>() {
        return Err(other_type(name, expected, value));
    }
    // Numbers of other libraries are accepted as numbers, and dates in the format in which they are
    // read.
    let is_plain = value.is_instance_of::<PyString>() || value.hasattr("isoformat")?;
    if is_plain || value.extract::<i64>().is_ok() {
        return Ok(value.str()?.to_string());
    }
    let Ok(items) = value.try_iter() else {
        return Err(other_type(name, expected, value));
    };
    let items: PyResult<Vec<String>> = items
        .map(|item| {
            let item = item?;
            match item.cast::<PyString>() {
                Ok(text) => Ok(text.to_string()),
                Err(_) => Err(other_type(name, "a list of texts", &item)),
            }
        })
        .collect();
    Ok(items?.join(","))
}

/// The profile with these options.
pub(crate) fn profile(options: &Options) -> PyResult<Profile> {
    let mut profile = Profile::recommended();
    for (name, value) in options {
        let changed = match name.as_str() {
            "profile" => Profile::named(value),
            name => profile.set(name, value),
        };
        profile = changed.map_err(|error| wrong(&error))?;
    }
    Ok(profile)
}

/// An error with the option names of Python.
fn wrong(error: &OptionError) -> PyErr {
    match error {
        OptionError::UnknownOption(name) => {
            let names = Profile::options().map(|option| in_python(option.name));
            let names: Vec<String> = names.collect();
            PyTypeError::new_err(format!(
                "'{}' is not an option; options are {}",
                in_python(name),
                names.join(", ")
            ))
        }
        OptionError::Invalid {
            option, problem, ..
        } => PyValueError::new_err(format!("{}: {problem}", in_python(option))),
        error => PyValueError::new_err(error.to_string()),
    }
}
