//! A command that is examined: run as often as it takes, with the list on its standard input.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::lines::Bytes;
use super::observed::Texts;
use crate::error::{Error, reason};
use crate::term::short;

/// The runs of a command, in the order in which they were started.
///
/// The next run is started while the last one is read, but not before the first one ended: that may give all that is needed.
pub(crate) struct Runs {
    command: String,
    list: Arc<Vec<u8>>,
    running: VecDeque<Run>,
    /// How many were read, and how many observations they had before the last one.
    begun: u64,
    before: u64,
    ahead: usize,
}

impl Runs {
    /// `list` is what each run reads; up to `at_once` run at a time.
    pub(crate) fn new(command: String, list: Vec<u8>, at_once: usize) -> Self {
        Self {
            command,
            list: Arc::new(list),
            running: VecDeque::new(),
            begun: 0,
            before: 0,
            ahead: at_once.saturating_sub(1),
        }
    }

    /// Looks at how the run that was read to its end ended.
    fn finish(&mut self, observations: u64) -> Result<(), Error> {
        let Some(run) = self.running.pop_front() else { return Ok(()) };
        let (status, said) = run.end()?;
        let run = if self.begun == 1 { String::new() } else { format!("run {} of ", self.begun) };
        let said = match said.as_deref() {
            Some(said) => format!("its standard error begins: {}", short(said)),
            None => "it says nothing on standard error".to_owned(),
        };
        if !status.success() {
            return Err(Error::not_done(format!("{run}the command failed: {status}")).hint(said));
        }
        if observations == self.before {
            let message = format!("{run}the command gave no observation");
            return Err(Error::not_done(message).hint(said));
        }
        self.before = observations;
        Ok(())
    }

    fn start(&self) -> Result<Run, Error> {
        Run::start(&self.command, &self.list)
            .map_err(|error| Error::not_done(format!("cannot run the command: {}", reason(&error))))
    }
}

impl Texts for Runs {
    fn next(&mut self, observations: u64) -> Result<Option<Bytes>, Error> {
        self.finish(observations)?;
        let wanted = if self.begun == 0 { 1 } else { 1 + self.ahead };
        while self.running.len() < wanted {
            self.running.push_back(self.start()?);
        }
        self.begun += 1;
        let output = self.running.front_mut().and_then(|run| run.output.take());
        Ok(output.map(|output| Box::new(output) as Bytes))
    }

    fn place(&self, line: u64) -> String {
        format!("line {line} of run {} of the command", self.begun)
    }
}

/// One run. It is killed when nobody wants to read it any more.
struct Run {
    child: Child,
    output: Option<Output>,
    /// The first line on its standard error.
    said: Arc<Mutex<Option<String>>>,
    said_all: Receiver<()>,
}

impl Run {
    fn start(command: &str, list: &Arc<Vec<u8>>) -> io::Result<Self> {
        let mut child = shell(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        if let Some(stdin) = child.stdin.take() {
            let list = Arc::clone(list);
            thread::spawn(move || give(stdin, &list));
        }
        let said = Arc::default();
        let (done, said_all) = sync_channel(1);
        if let Some(stderr) = child.stderr.take() {
            let said = Arc::clone(&said);
            thread::spawn(move || listen(stderr, &said, &done));
        }
        let (chunks, rest) = sync_channel(CHUNKS);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || pass_on(stdout, &chunks));
        }
        let output = Some(Output { rest, chunk: Vec::new(), at: 0 });
        Ok(Self { child, output, said, said_all })
    }

    /// Waits for the end.
    fn end(mut self) -> Result<(ExitStatus, Option<String>), Error> {
        let status = self.child.wait().map_err(|error| {
            Error::not_done(format!("cannot wait for the command: {}", reason(&error)))
        })?;
        // Something that the command left running may hold its standard error open.
        let _ = self.said_all.recv_timeout(PATIENCE);
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner).take();
        Ok((status, said))
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        // It has ended already, or nothing of it is wanted; what it started is told so by the closed pipe.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(not(windows))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(command);
    shell
}

#[cfg(windows)]
fn shell(command: &str) -> Command {
    use std::os::windows::process::CommandExt as _;

    let mut shell = Command::new("cmd");
    shell.arg("/C").raw_arg(command);
    shell
}

fn give(mut stdin: ChildStdin, list: &[u8]) {
    // A command that doesn't read the list closes the pipe; what it prints shows whether that was right.
    let _ = stdin.write_all(list);
}

/// Keeps the first line that isn't blank, and reads the rest so that the command can go on.
fn listen(stderr: impl Read, said: &Mutex<Option<String>>, _done: &SyncSender<()>) {
    let mut lines = BufReader::new(stderr);
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut lines).take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(1..) => {}
            Ok(0) | Err(_) => return,
        }
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
        if said.is_none() && !text.is_empty() {
            *said = Some(text);
        }
    }
}

fn pass_on(mut stdout: impl Read, chunks: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut chunk = vec![0; CHUNK];
        let chunk = match stdout.read(&mut chunk) {
            Ok(0) => return,
            Ok(length) => {
                chunk.truncate(length);
                Ok(chunk)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let failed = chunk.is_err();
        if chunks.send(chunk).is_err() || failed {
            return;
        }
    }
}

/// What a run prints, as far as a thread has read it.
struct Output {
    rest: Receiver<io::Result<Vec<u8>>>,
    chunk: Vec<u8>,
    at: usize,
}

impl Read for Output {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.chunk.len() {
            let Ok(chunk) = self.rest.recv() else { return Ok(0) };
            (self.chunk, self.at) = (chunk?, 0);
        }
        let length = buffer.len().min(self.chunk.len() - self.at);
        buffer[..length].copy_from_slice(&self.chunk[self.at..self.at + length]);
        self.at += length;
        Ok(length)
    }
}

const CHUNK: usize = 1 << 16;
/// So many chunks are read ahead, of each run.
const CHUNKS: usize = 8;
const LONGEST_LINE: u64 = 1 << 16;
const PATIENCE: Duration = Duration::from_millis(500);

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, reason = "a failure is the test's finding")]
mod tests {
    use super::*;

    fn next(runs: &mut Runs, observations: u64) -> Result<String, Error> {
        let mut text = String::new();
        runs.next(observations)?.unwrap().read_to_string(&mut text).unwrap();
        Ok(text)
    }

    #[test]
    fn each_run_reads_the_list() {
        let mut runs = Runs::new("cat; echo end".to_owned(), b"a\nb\n".to_vec(), 2);
        for observations in 0..5 {
            assert_eq!(next(&mut runs, observations).unwrap(), "a\nb\nend\n");
        }
        assert_eq!(runs.place(7), "line 7 of run 5 of the command");
    }

    #[test]
    fn failure_is_told_with_status_and_first_words() {
        let command = "echo 1 2; echo >&2; echo 'out of paper' >&2; exit 3";
        let mut runs = Runs::new(command.to_owned(), Vec::new(), 1);
        assert_eq!(next(&mut runs, 0).unwrap(), "1 2\n");
        let error = next(&mut runs, 1).unwrap_err();
        assert_eq!(error.message, "the command failed: exit status: 3");
        assert_eq!(error.hint.unwrap(), "its standard error begins: out of paper");
    }

    #[test]
    fn run_that_gives_nothing_is_an_error() {
        let mut runs = Runs::new("true".to_owned(), vec![b'x'; 1 << 20], 1);
        assert_eq!(next(&mut runs, 0).unwrap(), "");
        let error = next(&mut runs, 0).unwrap_err();
        assert_eq!(error.message, "the command gave no observation");
    }

    #[test]
    fn endless_run_is_killed() {
        let mut runs = Runs::new("yes 1 2".to_owned(), Vec::new(), 2);
        let mut some = vec![0; 1 << 20];
        runs.next(0).unwrap().unwrap().read_exact(&mut some).unwrap();
        assert!(some.starts_with(b"1 2\n1 2\n"));
        drop(runs); // would wait for ever
    }
}
