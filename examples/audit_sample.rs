//! Draws an audit sample of 60 out of 20,000,000 invoices from thrown dice, so that it can be drawn again in five years.

use fairdraw::{
    Stream,
    sample::{Design, PURPOSE, Population, Role},
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Written down when they were thrown, in this order.
    let dice = b"4 1 6 2 2 5 3 6 1 4 4 2 5 1 3 3 6 2 1 5 4 6 6 2 3 1 5 5 2 4 1 3 6 4 2 5 1 6 3 2";
    let invoices = Population::new(20_000_000, None, None)?;
    let design = Design::Simple { size: 60, spares: 5 };
    let sample =
        design.check(&invoices)?.draw(|names| Stream::of_seed_file(dice, PURPOSE, names))?;
    for item in &sample[..5] {
        println!("{}. invoice at position {}", item.rank, item.position);
    }
    let spares = sample.iter().filter(|item| item.role == Role::Spare);
    println!("and {} spares", spares.count());
    Ok(())
}
