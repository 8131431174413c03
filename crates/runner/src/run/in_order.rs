//! Parallel work with results in order.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// The maximum lead of a thread over the slowest, which bounds the memory of waiting results.
const MAX_AHEAD: u64 = 256;

/// Results that wait for earlier ones.
struct ResultQueue<T, F> {
    waiting: BTreeMap<u64, T>,
    next: u64,
    take: F,
}

/// Processes each item of a range on the current rayon pool. Passes the results to `take` in order,
/// until `take` returns false or `stop` is set. Items in progress when `stop` is set are finished
/// and taken. Returns the number of results taken.
pub(crate) fn process_in_order<T: Send>(
    range: Range<u64>,
    stop: &AtomicBool,
    work: impl Fn(u64) -> T + Sync,
    take: impl FnMut(u64, T) -> bool + Send,
) -> u64 {
    let next = AtomicU64::new(range.start);
    let enough = AtomicBool::new(false);
    let line = Mutex::new(ResultQueue { waiting: BTreeMap::new(), next: range.start, take });
    let moved = Condvar::new();
    rayon::broadcast(|_| {
        while !stop.load(Ordering::Relaxed) && !enough.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= range.end {
                break;
            }
            let result = work(number);
            let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
            line.waiting.insert(number, result);
            while !enough.load(Ordering::Relaxed) {
                let at = line.next;
                let Some(result) = line.waiting.remove(&at) else { break };
                line.next += 1;
                let goes_on = (line.take)(at, result);
                enough.fetch_or(!goes_on, Ordering::Relaxed);
            }
            moved.notify_all();
            while number >= line.next + MAX_AHEAD && !enough.load(Ordering::Relaxed) {
                line = moved.wait(line).unwrap_or_else(PoisonError::into_inner);
            }
        }
    });
    let line = line.into_inner().unwrap_or_else(PoisonError::into_inner);
    line.next - range.start
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run_on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads start").install(work)
    }

    /// The first item is the slowest; all results are taken in order.
    #[test]
    fn results_come_in_order() {
        for threads in [1, 2, 5] {
            let mut taken = Vec::new();
            let slow =
                |number: u64| (0..(1_000 - number) * 50).fold(number, |sum, n| sum ^ (n & 1));
            let count = run_on_threads(threads, || {
                process_in_order(3..1_000, &AtomicBool::new(false), slow, |number, _| {
                    taken.push(number);
                    true
                })
            });
            assert_eq!(taken, (3..1_000).collect::<Vec<_>>());
            assert_eq!(count, 997);
        }
    }

    #[test]
    fn take_can_stop_the_work() {
        for threads in [1, 4] {
            let mut taken = 0;
            let count = run_on_threads(threads, || {
                process_in_order(
                    0..1_000_000,
                    &AtomicBool::new(false),
                    |n| n,
                    |number, _| {
                        taken += 1;
                        number < 41
                    },
                )
            });
            assert_eq!((count, taken), (42, 42));
        }
    }

    /// Items in progress are finished and taken.
    #[test]
    fn stop_keeps_finished_work() {
        let stop = AtomicBool::new(false);
        let mut taken = Vec::new();
        let work = |number| {
            if number == 10 {
                stop.store(true, Ordering::Relaxed);
            }
            number
        };
        let count = run_on_threads(3, || {
            process_in_order(0..1_000_000, &stop, work, |number, _| {
                taken.push(number);
                true
            })
        });
        assert!((11..1_000).contains(&count), "{count}");
        assert_eq!(taken, (0..count).collect::<Vec<_>>());
    }
}
