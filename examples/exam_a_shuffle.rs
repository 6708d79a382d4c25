//! Examines a shuffle: put your own in the place of `my_shuffle`.

use fairdraw::{
    SystemRng,
    exam::{Look, Outcome, Rule, Shape, Tally, Test, tests},
};
use rand_core::TryRng as _;

const ITEMS: u32 = 52;
const OBSERVATIONS: u32 = 20_000;

/// Exchanges every place with any other, which is a common mistake: the orders can't be equally likely.
fn my_shuffle(items: &mut [u32], rng: &mut SystemRng) -> Result<(), fairdraw::SystemRngError> {
    for place in 0..items.len() {
        let other = rng.try_next_u32()? as usize % items.len();
        items.swap(place, other);
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut rng = SystemRng::new();
    let rule = Rule::STANDARD;

    let first = rule.first_look(&observe(&mut rng)?);
    print(&first);
    if first.rejected().next().is_none() {
        println!("no fault found");
        return Ok(());
    }

    println!("\nagain, with fresh observations:");
    let second = rule.second_look(&first, &observe(&mut rng)?);
    print(&second);
    let faults: Vec<&str> = second.rejected().map(Test::name).collect();
    if faults.is_empty() {
        println!("no fault found");
    } else {
        println!("fault found by {}", faults.join(", "));
    }
    Ok(())
}

/// What the tests find in fresh orders, each shuffled from the list 0, 1, 2, ..
fn observe(rng: &mut SystemRng) -> Result<Vec<Outcome>, Box<dyn std::error::Error>> {
    let mut tally = Tally::new(Shape::order(ITEMS)?);
    for _ in 0..OBSERVATIONS {
        let mut items: Vec<u32> = (0..ITEMS).collect();
        my_shuffle(&mut items, rng)?;
        tally.add(&items)?;
    }
    Ok(tests(&tally))
}

fn print(look: &Look) {
    for judged in &look.judged {
        let finding = &judged.finding;
        let verdict = if judged.rejected { "rejected" } else { "" };
        // A gross fault has chances too small for a number: their logarithm is there always.
        println!(
            "{:17} p = 10^{:<8.1} adjusted {:<9.2e} {verdict}",
            finding.test.name(),
            finding.log10_p,
            judged.adjusted_p
        );
        if let Some(bias) = finding.visible {
            println!("{:17} would probably see a bias of {:.1} % of a share", "", 100.0 * bias);
        }
    }
    for (test, why) in &look.not_applicable {
        println!("{:17} {why}", test.name());
    }
}
