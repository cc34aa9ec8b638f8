//! Values that a file may spell in more than one form.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::raw::{RawArtifact, RawKind, RawLevel, RawOwed, RawPrePush, RawUnmet};
use super::settings::PrePush;
use super::yaml::word;
use crate::finding::{Level, Severity};
use crate::judge::OwedKind;

impl<'de> Deserialize<'de> for RawOwed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Owed;

        impl<'de> Visitor<'de> for Owed {
            type Value = RawOwed;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`plan.json` or `{path: ..., kind: ...}`")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<RawOwed, E> {
                Ok(RawOwed::Bare(text.to_owned()))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RawOwed, A::Error> {
                RawArtifact::deserialize(MapAccessDeserializer::new(map)).map(RawOwed::Artifact)
            }
        }

        deserializer.deserialize_any(Owed)
    }
}

impl<'de> Deserialize<'de> for RawUnmet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Unmet;

        impl<'de> Visitor<'de> for Unmet {
            type Value = RawUnmet;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`nonzero` or a list of exit statuses")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<RawUnmet, E> {
                Ok(RawUnmet::Word(text.to_owned()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<RawUnmet, A::Error> {
                let mut codes = Vec::new();
                while let Some(code) = seq.next_element()? {
                    codes.push(code);
                }
                Ok(RawUnmet::Codes(codes))
            }
        }

        deserializer.deserialize_any(Unmet)
    }
}

const LEVELS: &[&str] = &["error", "warning", "off"];

impl<'de> Deserialize<'de> for RawLevel {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(match word(deserializer, LEVELS)? {
            "error" => Level::On(Severity::Error),
            "warning" => Level::On(Severity::Warning),
            _ => Level::Off,
        }))
    }
}

impl<'de> Deserialize<'de> for RawKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(match word(deserializer, &["plan", "json", "any"])? {
            "plan" => OwedKind::Plan,
            "json" => OwedKind::Json,
            _ => OwedKind::Any,
        }))
    }
}

impl<'de> Deserialize<'de> for RawPrePush {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(match word(deserializer, &["block", "warn", "off"])? {
            "block" => PrePush::Block,
            "warn" => PrePush::Warn,
            _ => PrePush::Off,
        }))
    }
}
