internal import FlintModel

/// A request to end an analysis early because its result is no longer needed.
///
/// The thread that runs the analysis makes a cancellation the current one, and any thread can then cancel it. The
/// analysis ends as if it had exceeded its limit, or without the features that it has not analyzed yet. The caller must
/// discard the result and must not cache it.
package final class Cancellation: Sendable {
  private let isSet = Locked(false)

  package init() {}

  package func cancel() { isSet.withLock { $0 = true } }

  package var isCancelled: Bool { isSet.withLock { $0 } }

  // MARK: The current thread

  /// The cancellation of the analyses in this task or thread; nil if nothing can cancel them.
  @TaskLocal package static var current: Cancellation?

  package static var isRequested: Bool { current?.isCancelled ?? false }

  /// Executes `body` with this cancellation as the current one. Threads that `body` starts must call this method
  /// themselves.
  package func perform<Result>(_ body: () -> Result) -> Result {
    Self.$current.withValue(self, operation: body)
  }
}
