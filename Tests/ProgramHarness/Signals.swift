import Foundation

/// Runs `body` with all signals unblocked. The threads of tests block signals, and a child process inherits the signal
/// mask of the thread that starts it.
package func withSignalsUnblocked(_ body: () throws -> Void) rethrows {
  var (none, previous) = (sigset_t(), sigset_t())
  sigemptyset(&none)
  pthread_sigmask(SIG_SETMASK, &none, &previous)
  defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
  try body()
}
