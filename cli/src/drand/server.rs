//! A relay for tests: an HTTP server on this computer whose answers the test chooses.
#![allow(clippy::unwrap_used, reason = "a failure is the test's finding")]

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::Value;

/// What the relay does with a request.
#[derive(Clone)]
pub(crate) enum Answer {
    /// Status 200 with this body.
    Body(String),
    /// Another status line, with headers.
    Status(&'static str),
    /// Less than the length that is promised.
    Short(String),
    /// A body without end.
    Endless,
    /// A byte now and then, without end.
    Drip,
    /// Nothing, for long.
    Silence,
}

/// The server; its thread ends with the process.
pub(crate) struct Server {
    pub(crate) url: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub(crate) fn new(answer: Answer) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let paths = Arc::clone(&asked);
        thread::spawn(move || {
            for stream in listener.incoming() {
                // The client leaves when it has enough.
                let _ = serve(&stream.unwrap(), &answer, &paths);
            }
        });
        Self { url, asked }
    }

    /// The paths that were asked for.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

fn serve(
    mut stream: &TcpStream,
    answer: &Answer,
    asked: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let first = lines.next().unwrap()?;
    asked.lock().unwrap().push(first.split(' ').nth(1).unwrap().to_owned());
    while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
    match answer {
        Answer::Body(body) => {
            write!(stream, "{OK}Content-Length: {}\r\n\r\n{body}", body.len())
        }
        Answer::Status(lines) => {
            write!(stream, "HTTP/1.1 {lines}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        }
        Answer::Short(body) => {
            write!(stream, "{OK}Content-Length: {}\r\n\r\n{body}", body.len() + 9)
        }
        Answer::Endless => {
            write!(stream, "{OK}\r\n")?;
            loop {
                stream.write_all(&[b' '; 4096])?;
            }
        }
        Answer::Drip => {
            write!(stream, "{OK}\r\n")?;
            loop {
                stream.write_all(b" ")?;
                thread::sleep(Duration::from_millis(20));
            }
        }
        Answer::Silence => {
            thread::sleep(Duration::from_secs(20));
            Ok(())
        }
    }
}

/// A real round as JSON, as in tests/vectors/drand/rounds.json.
pub(crate) fn real_round(chain: &str, round: u64) -> Value {
    let vectors: Value =
        serde_json::from_str(include_str!("../../../tests/vectors/drand/rounds.json")).unwrap();
    let rounds = vectors["rounds"].as_array().unwrap().iter();
    let mut found = rounds.filter(|vector| vector["chain"] == chain && vector["round"] == round);
    found.next().unwrap().clone()
}

const OK: &str = "HTTP/1.1 200 OK\r\nConnection: close\r\n";
