//! `export`: writes files for other programs.

use std::path::{Component, Path, PathBuf};

use sandtable_cli::{
    DiskFiles, Exit, Input, Terminal, check_writable, write_atomically, write_new,
};

use crate::qgis::qgis_project;

/// Create files for other programs
#[derive(Debug, clap::Args)]
#[command(arg = sandtable_cli::hidden_notes_arg(), subcommand_required = true)]
pub struct ExportArgs {
    #[command(subcommand)]
    what: ExportTarget,
}

#[derive(Debug, clap::Subcommand)]
enum ExportTarget {
    Qgis(QgisArgs),
}

/// Create a QGIS project from a map, to draw its layers
#[derive(Debug, clap::Args)]
#[command(arg = sandtable_cli::hidden_notes_arg(), after_help = "\
The project shows the map's layers in the order of the printed sheet, in similar colours, with the sheet's \
frame as an outline. Attribute forms offer the properties that `check` knows; snapping is on. The project \
refers to the layer files, so the next `check` reads what you save in QGIS.

The project is generated from map.yaml: export it again when the frame or the layers change there. An existing \
file that differs is replaced only with --replace, because you may have added base maps to it.

Examples:
  sandtable export qgis scenarios/gettysburg
  sandtable export qgis maps/golan --out golan.qgs")]
struct QgisArgs {
    /// A map, a scenario, or the folder of one
    #[arg(value_name = "MAP")]
    input: PathBuf,
    /// The file to write; by default map.qgs next to the map
    #[arg(long, value_name = "FILE.qgs")]
    out: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long)]
    replace: bool,
}

impl ExportArgs {
    /// Runs the command.
    pub fn run(&self, terminal: &Terminal) -> Exit {
        match &self.what {
            ExportTarget::Qgis(command) => command.run(terminal).unwrap_or_else(|exit| exit),
        }
    }
}

impl QgisArgs {
    fn run(&self, terminal: &Terminal) -> Result<Exit, Exit> {
        let unusable = |why: &str| {
            terminal.print_error(why);
            Exit::UsageError
        };
        let input = Input::find(&self.input).map_err(|error| unusable(&error.to_string()))?;
        let Input::Authored(file) = &input else {
            return Err(unusable("a pack has no layers: pass its scenario or map instead"));
        };
        let (files, path) = DiskFiles::for_file(file);
        let outcome = qgis_project(&files, &path);
        terminal.show_diagnostics(&outcome.sources, &outcome.diagnostics);
        let project =
            outcome.project.filter(|_| !outcome.diagnostics.has_errors()).ok_or(Exit::Failure)?;
        let map = files.location(&project.map);
        let out = match &self.out {
            Some(out) => out.clone(),
            None => {
                file.parent().unwrap_or(Path::new("")).join(default_output(&path, &project.map))
            }
        };
        check_writable([out.as_path()], terminal)?;
        let text = project.xml(&relative_path(&out, &map));
        match std::fs::read(&out) {
            Ok(existing) if existing == text.as_bytes() => {
                terminal.print_message(&format!("`{}` is up to date", out.display()));
                return Ok(Exit::Success);
            }
            Ok(_) if !self.replace => {
                terminal.print_error(&format!(
                    "`{}` already exists with different contents",
                    out.display()
                ));
                terminal.print_wrapped(
                    "nothing was written; use `--replace`, or choose another file with `--out`",
                );
                return Err(Exit::UsageError);
            }
            _ => {}
        }
        let written = match self.replace {
            true => write_atomically(&out, text.as_bytes()),
            false => write_new(&out, text.as_bytes()),
        };
        written.map_err(|error| unusable(&error.to_string()))?;
        terminal.print_message(&out.display().to_string());
        Ok(Exit::Success)
    }
}

/// The default project path: next to the map, relative to the folder of the given file.
fn default_output(
    input: &sandtable_source::ProjectPath,
    map: &sandtable_source::ProjectPath,
) -> String {
    input.relative_path_to(&map.sibling("map.qgs"))
}

/// The relative path from one file's folder to another's, with forward slashes; the full path if
/// there is no relative one, for example on another drive.
fn relative_path(from: &Path, to: &Path) -> String {
    let folder = |file: &Path| {
        let absolute = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        let folder = absolute.parent().map(Path::to_owned).unwrap_or_default();
        folder.canonicalize().unwrap_or(folder)
    };
    let (from, to) = (folder(from), folder(to));
    let parts = |path: &Path| -> Vec<String> {
        let word = |part: Component<'_>| part.as_os_str().to_string_lossy().into_owned();
        path.components().map(word).collect()
    };
    let (from, to) = (parts(&from), parts(&to));
    let shared = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    if shared == 0 {
        return to.join("/");
    }
    let up = std::iter::repeat_n("..", from.len() - shared);
    let down = to[shared..].iter().map(String::as_str);
    up.chain(down).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_to_layers_is_relative() {
        let path = |from: &str, to: &str| relative_path(Path::new(from), Path::new(to));
        assert_eq!(path("/a/map/map.qgs", "/a/map/map.yaml"), "");
        assert_eq!(path("/a/b/x.qgs", "/a/maps/y/map.yaml"), "../maps/y");
        assert_eq!(path("/a/x.qgs", "/a/maps/y/map.yaml"), "maps/y");
    }
}
