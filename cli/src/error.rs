//! What stops a command: one line that says what is wrong, perhaps one that says what to do, and the exit status.

use std::io;

/// The reason a command ended early.
#[derive(Debug)]
pub(crate) struct Error {
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
    pub(crate) exit: u8,
}

impl Error {
    /// The command could not be carried out: exit status 2.
    pub(crate) fn not_done(message: impl Into<String>) -> Self {
        Self::new(message.into(), 2)
    }

    /// Something was checked and is not valid: exit status 1.
    pub(crate) fn not_valid(message: impl Into<String>) -> Self {
        Self::new(message.into(), 1)
    }

    /// Adds what the user can do next.
    #[must_use]
    pub(crate) fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    fn new(message: String, exit: u8) -> Self {
        Self { message, hint: None, exit }
    }
}

/// The reason inside an I/O error in plain words, without the number of the operating system.
pub(crate) fn reason(error: &io::Error) -> String {
    let plain = match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder",
        io::ErrorKind::PermissionDenied => "permission denied",
        io::ErrorKind::IsADirectory => "it is a folder",
        io::ErrorKind::NotADirectory => "a part of the path is not a folder",
        io::ErrorKind::StorageFull => "the disk is full",
        io::ErrorKind::ReadOnlyFilesystem => "the file system is read-only",
        io::ErrorKind::OutOfMemory => "it does not fit into memory",
        _ => return other_reason(error),
    };
    plain.to_owned()
}

fn other_reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
