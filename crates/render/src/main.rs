//! The `sandtable-render` command: a pack to printed files.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Parser;
use sandtable_pack::{PackLimits, read};
use sandtable_render::{RenderArguments, print};

#[derive(Parser)]
#[command(name = "sandtable-render", version)]
struct CommandLine {
    #[command(flatten)]
    arguments: RenderArguments,
}

fn main() -> ExitCode {
    match run(&CommandLine::parse().arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // A closed stderr leaves nobody to tell.
            let _ = writeln!(io::stderr(), "error: {}", failure.message);
            ExitCode::from(failure.status)
        }
    }
}

struct Failure {
    message: String,
    /// 1: the pack is bad; 2: a path cannot be opened or written.
    status: u8,
}

fn run(arguments: &RenderArguments) -> Result<(), Failure> {
    let path_failure = |path: &std::path::Path, error: &dyn std::fmt::Display| Failure {
        message: format!("{}: {error}", path.display()),
        status: 2,
    };
    let input = &arguments.input;
    let bytes = fs::read(input).map_err(|error| path_failure(input, &error))?;
    let bad = |error: &dyn std::fmt::Display| Failure {
        message: format!("{}: {error}", input.display()),
        status: 1,
    };
    let pack = read(&bytes, PackLimits::default()).map_err(|error| bad(&error))?;
    let printed = print(&pack, &arguments.order()).map_err(|error| bad(&error))?;
    let out = &arguments.out;
    fs::create_dir_all(out).map_err(|error| path_failure(out, &error))?;
    for file in &printed.files {
        let path = out.join(&file.name);
        let part = out.join(format!("{}.part", file.name));
        let written = fs::File::create(&part)
            .map_err(|error| path_failure(&part, &error))
            .and_then(|target| {
                let mut target = BufWriter::new(target);
                file.write(&mut target).map_err(|error| path_failure(&path, &error))?;
                target.flush().map_err(|error| path_failure(&path, &error))
            })
            .and_then(|()| fs::rename(&part, &path).map_err(|error| path_failure(&path, &error)));
        if let Err(failure) = written {
            // Nothing half-written stays; the first failure is the one to tell.
            let _ = fs::remove_file(&part);
            return Err(failure);
        }
    }
    Ok(())
}
