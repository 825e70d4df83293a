//! Options by name.

use linkspan::Profile;
use linkspan::profile::OptionError;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};

use crate::text::type_error;

/// The options of a detector as names and values: first the profile, then the others sorted by
/// name.
pub(crate) type Options = Vec<(String, String)>;

/// Reads the name of a profile and other options. Those that are `None` are not set.
pub(crate) fn read(profile: Option<&str>, others: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
    let mut profile = profile.unwrap_or("recommended").to_owned();
    let mut rest = Vec::new();
    for (name, value) in others.into_iter().flatten() {
        let name = name.extract::<String>()?;
        match name.as_str() {
            _ if value.is_none() => {}
            "profile" => profile = string(&name, &value)?,
            _ => rest.push((in_library(&name), write(&name, &value)?)),
        }
    }
    rest.sort();
    let mut options = vec![("profile".to_owned(), profile)];
    options.extend(rest);
    Ok(options)
}

/// Reads a text.
pub(crate) fn string(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    match value.cast::<PyString>() {
        Ok(text) => Ok(text.to_string_lossy().into_owned()),
        Err(_) => Err(type_error(name, "str", value)),
    }
}

/// The name of an option in the library. `with` is a keyword in Python.
fn in_library(name: &str) -> String {
    let name = if name == "with_" { "with" } else { name };
    name.replace('_', "-")
}

/// The name of an option in Python.
pub(crate) fn in_python(name: &str) -> String {
    match name {
        "with" | "class" => format!("{name}_"),
        name => name.replace('-', "_"),
    }
}

/// Writes a value in the notation of the library: a text, a number, or a list of these.
fn write(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let expected = "text, a number or a list of texts";
    if value.is_instance_of::<PyBool>() {
        return Err(type_error(name, expected, value));
    }
    // Numbers of other libraries are accepted as numbers, and dates in the format in which they are
    // read.
    let is_plain = value.is_instance_of::<PyString>() || value.hasattr("isoformat")?;
    if is_plain || value.extract::<i64>().is_ok() {
        return Ok(value.str()?.to_string());
    }
    let Ok(items) = value.try_iter() else {
        return Err(type_error(name, expected, value));
    };
    let items: PyResult<Vec<String>> = items
        .map(|item| {
            let item = item?;
            match item.cast::<PyString>() {
                Ok(text) => Ok(text.to_string()),
                Err(_) => Err(type_error(name, "a list of texts", &item)),
            }
        })
        .collect();
    Ok(items?.join(","))
}

/// The profile with these options.
pub(crate) fn profile(options: &Options) -> PyResult<Profile> {
    let options = options.iter().map(|(name, value)| (name, value));
    linkspan_bind::profile(options).map_err(|error| to_error(&error))
}

/// An error with the option names of Python.
pub(crate) fn to_error(error: &OptionError) -> PyErr {
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
