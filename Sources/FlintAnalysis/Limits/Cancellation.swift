internal import FlintModel

/// Ends an analysis early, from any thread. It then ends as if beyond its limit: the result must be
/// discarded, not cached.
package final class Cancellation: Sendable {
  private let isSet = Locked(false)

  package init() {}

  package func cancel() { isSet.withLock { $0 = true } }

  package var isCancelled: Bool { isSet.withLock { $0 } }

  // MARK: The current thread

  /// Nil if nothing can cancel the analyses of this task.
  @TaskLocal package static var current: Cancellation?

  package static var isRequested: Bool { current?.isCancelled ?? false }

  /// Threads that `body` starts must call this themselves.
  package func perform<Result>(_ body: () -> Result) -> Result {
    Self.$current.withValue(self, operation: body)
  }
}
