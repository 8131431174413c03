//! Core dumps, which would store the secrets in memory on the disk.

/// Disables core dumps of this process, for commands that handle secrets.
pub fn disable_core_dumps() {
    // Lowering a limit does not fail. If the system does not support it, no core is dumped either.
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
    }
    // Linux ignores the limit if it pipes cores to a program. This also keeps debuggers of the same
    // user out.
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{DumpableBehavior, set_dumpable_behavior};
        let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    }
}
