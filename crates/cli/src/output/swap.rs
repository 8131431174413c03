//! Exchanges a folder with a prepared one in a single step.

use std::io;
use std::path::Path;

use super::manifest::Manifest;

/// The maximum number of other files and folders in an exchanged folder.
#[cfg(target_os = "linux")]
const MAX_OTHERS: usize = 256;

/// Exchanges two folders on one file system.
#[cfg(target_os = "linux")]
pub(super) fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Whether a folder can be exchanged with another one next to it. The current folder and those above
/// it cannot: the shell that started the program would be left in the former one.
#[cfg(target_os = "linux")]
pub(super) fn is_exchangeable(folder: &Path) -> bool {
    let current = std::env::current_dir().and_then(|current| current.canonicalize());
    current.is_ok_and(|current| !current.starts_with(folder)) && is_ordinary(folder).is_ok()
}

#[cfg(not(target_os = "linux"))]
pub(super) fn is_exchangeable(_: &Path) -> bool {
    false
}

/// Completes a set with links to all other files of the folder that it will replace. Fails if the
/// set cannot become a full copy of that folder.
#[cfg(target_os = "linux")]
pub(super) fn add_others(set: &Path, folder: &Path, ours: &Manifest) -> io::Result<()> {
    let mut left = MAX_OTHERS;
    link_others(set, folder, Path::new(""), ours, &mut left)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn add_others(_: &Path, _: &Path, _: &Manifest) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(target_os = "linux")]
fn link_others(
    set: &Path,
    folder: &Path,
    inner: &Path,
    ours: &Manifest,
    left: &mut usize,
) -> io::Result<()> {
    copy_attributes(&folder.join(inner), &set.join(inner))?;
    for entry in std::fs::read_dir(folder.join(inner))? {
        let entry = entry?;
        let inner = inner.join(entry.file_name());
        let copy = set.join(&inner);
        // Another process is writing there.
        if entry.file_name().to_string_lossy().starts_with(super::staging::PREFIX) {
            return Err(io::ErrorKind::ResourceBusy.into());
        }
        *left = left.checked_sub(1).ok_or(io::ErrorKind::Unsupported)?;
        match (entry.file_type()?.is_dir(), ours.includes(&inner)) {
            (true, true) => return Err(io::ErrorKind::IsADirectory.into()),
            (true, false) => {
                if !copy.is_dir() {
                    std::fs::create_dir(&copy)?;
                }
                link_others(set, folder, &inner, ours, left)?;
            }
            (false, true) => {}
            // A symbolic link is linked itself, not its target.
            (false, false) => std::fs::hard_link(entry.path(), copy)?,
        }
    }
    Ok(())
}

/// Gives a new folder the mode of an existing one. Fails if the folders differ otherwise.
#[cfg(target_os = "linux")]
fn copy_attributes(from: &Path, to: &Path) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt as _;
    is_ordinary(from)?;
    let wanted = std::fs::symlink_metadata(from)?;
    std::fs::set_permissions(to, wanted.permissions())?;
    let found = std::fs::symlink_metadata(to)?;
    let facts = |of: &std::fs::Metadata| (of.dev(), of.uid(), of.gid(), of.mode());
    if facts(&wanted) == facts(&found) { Ok(()) } else { Err(io::ErrorKind::Unsupported.into()) }
}

/// Fails if a folder is a mount point or has attributes, such as access control lists.
#[cfg(target_os = "linux")]
fn is_ordinary(folder: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, StatxAttributes, StatxFlags, listxattr, statx};
    let mut names = [0; 1_024];
    let length = match listxattr(folder, &mut names[..]) {
        Err(rustix::io::Errno::NOTSUP) => 0,
        length => length?,
    };
    // SELinux labels new files by itself.
    let mut names = names[..length].split(|byte| *byte == 0).filter(|name| !name.is_empty());
    let found = statx(CWD, folder, AtFlags::empty(), StatxFlags::BASIC_STATS)?;
    let is_mount_point = found.stx_attributes.contains(StatxAttributes::MOUNT_ROOT);
    if names.all(|name| name == b"security.selinux") && !is_mount_point {
        Ok(())
    } else {
        Err(io::ErrorKind::Unsupported.into())
    }
}
