import Foundation

/// The threads that tests run on block signals, and a child begins with the mask of the thread
/// that starts it.
func withSignalsUnblocked(_ body: () throws -> Void) rethrows {
  var (none, previous) = (sigset_t(), sigset_t())
  sigemptyset(&none)
  pthread_sigmask(SIG_SETMASK, &none, &previous)
  defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
  try body()
}
