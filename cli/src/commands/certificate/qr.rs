//! The commit id as a QR code.

use std::fmt::Write as _;

use fairdraw::Digest;
use qrcode::{Color, EcLevel, QrCode};

/// An SVG element with the 64 digits as text; `data-id` says of which id it is, and `label`, which is HTML, what it is.
/// Nothing if it can't be made.
pub(super) fn svg(id: Digest, label: &str) -> String {
    // A quarter of it may be unreadable: it is printed, and photographed askew.
    let Ok(code) = QrCode::with_error_correction_level(id.to_string(), EcLevel::Q) else {
        return String::new(); // 64 bytes always fit
    };
    let side = code.width();
    let mut path = String::new();
    for (y, row) in code.to_colors().chunks(side).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            if run[0] == Color::Dark {
                let _ =
                    write!(path, "M{} {}h{}v1h-{}z", x + QUIET, y + QUIET, run.len(), run.len());
            }
            x += run.len();
        }
    }
    let whole = side + 2 * QUIET;
    format!(
        "<svg data-id=\"{id}\" viewBox=\"0 0 {whole} {whole}\" shape-rendering=\"crispEdges\" role=\"img\" \
         aria-label=\"{label}\"><path fill=\"#fff\" d=\"M0 0h{whole}v{whole}H0z\"/><path fill=\"#000\" d=\"{path}\"/></svg>"
    )
}

/// The margin without which readers don't find the code, in modules.
const QUIET: usize = 4;
