//! Options by name.

use linkspan::Profile;
use linkspan::profile::OptionError;

/// The profile with these options, which are set in their order. `profile` names the profile that
/// the others change, so it comes first; without it, they change `recommended`.
///
/// # Errors
///
/// An option is unknown, or does not accept its value.
pub fn profile<N: AsRef<str>, V: AsRef<str>>(
    options: impl IntoIterator<Item = (N, V)>,
) -> Result<Profile, OptionError> {
    let mut profile = Profile::recommended();
    for (name, value) in options {
        profile = match name.as_ref() {
            "profile" => Profile::named(value.as_ref())?,
            name => profile.set(name, value.as_ref())?,
        };
    }
    Ok(profile)
}

#[cfg(test)]
#[allow(clippy::restriction, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn options_change_the_named_profile() {
        let none: [(&str, &str); 0] = [];
        assert_eq!(profile(none).unwrap(), Profile::recommended());
        let given = profile([("profile", "uts58"), ("max-length", "9")]).unwrap();
        assert_eq!(given, Profile::uts58().set("max-length", "9").unwrap());
        assert!(profile([("best", "yes")]).is_err());
        assert!(profile([("profile", "best")]).is_err());
    }
}
