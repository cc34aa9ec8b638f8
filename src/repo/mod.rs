//! Repositories: the only room that imports gix or starts `git`.
