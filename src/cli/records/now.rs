//! The time of this call.

use crate::archive::Time;
use crate::cli::failure::Failure;

/// The time of this call.
#[derive(Debug, Clone, Copy)]
pub(in crate::cli) struct Now {
    /// Seconds since 1970 (UTC), for a history.
    pub(in crate::cli) seconds: i64,
    /// The same, as records have it.
    pub(in crate::cli) time: Time,
}

impl Now {
    /// Looks at the clock.
    pub(in crate::cli) fn read() -> Result<Self, Failure> {
        let seconds = jiff::Timestamp::now().as_second();
        jiff::Timestamp::from_second(seconds)
            .ok()
            .and_then(|now| Time::parse(&now.to_string()))
            .map(|time| Self { seconds, time })
            .ok_or_else(|| {
                Failure::surroundings("the clock of this machine shows no time that can be written")
                    .next("set the clock")
            })
    }
}
