//! `fairdraw man`: the manual pages, made from the same texts as `--help`.

use std::path::PathBuf;

use super::Run;
use crate::args;
use crate::error::{Error, reason};
use crate::output::{self, Access};
use crate::term::Term;

/// Print the manual page, or write the pages of all commands to a folder
#[derive(clap::Parser)]
#[command(
    name = "man",
    after_help = "Examples:\n  \
        fairdraw man | man -l -\n  \
        fairdraw man --output-folder man1"
)]
pub(super) struct Man {
    /// Write fairdraw.1 and a page for each command to this folder, which is made if there is none; an existing page
    /// is not overwritten
    #[arg(long, value_name = "FOLDER")]
    output_folder: Option<PathBuf>,
}

impl Run for Man {
    fn run(self, term: &Term) -> Result<(), Error> {
        let mut main = args::parser().disable_help_subcommand(true);
        main.build();
        let Some(folder) = self.output_folder else {
            let page = rendered(&clap_mangen::Man::new(main))?;
            return output::print(|out| out.write_all(&page));
        };
        if !folder.exists() {
            output::create_folder_new(&folder, Access::Public)?;
        }
        let mut commands = vec![main];
        let mut pages = 0;
        while let Some(command) = commands.pop() {
            commands.extend(command.get_subcommands().cloned());
            let page = clap_mangen::Man::new(command);
            let path = folder.join(page.get_filename());
            output::write_new(&path, &rendered(&page)?, Access::Public)?;
            pages += 1;
        }
        term.note(&format!("wrote {pages} pages to {}", folder.display()));
        Ok(())
    }
}

fn rendered(page: &clap_mangen::Man) -> Result<Vec<u8>, Error> {
    let mut text = Vec::new();
    page.render(&mut text).map_err(|error| {
        Error::not_done(format!("cannot make a manual page: {}", reason(&error)))
    })?;
    Ok(text)
}
