//! Draws 60 of 20,000,000 invoices from thrown dice, so that the sample can be drawn again in five years.

use fairdraw::{Sample, Stream};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Written down when they were thrown, in this order.
    let dice = b"4 1 6 2 2 5 3 6 1 4 4 2 5 1 3 3 6 2 1 5 4 6 6 2 3 1 5 5 2 4 1 3 6 4 2 5 1 6 3 2";
    let mut stream = Stream::of_seed_file(dice, "sample", &["invoices 2026"])?;
    let positions = Sample::new(20_000_000, 60)?.draw(&mut stream);
    println!("the first invoices to look at: {:?}", &positions[..5]);
    assert_eq!(positions.len(), 60);
    Ok(())
}
