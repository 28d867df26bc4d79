public final class ObserverList<Event: Sendable>: Sendable {
  private struct Observers {
    var nextID = 0
    var handlers: [(id: Int, handler: @Sendable (Event) -> Void)] = []
  }

  private let observers = Locked(Observers())

  public init() {}

  /// Calls `handler` for each event, on the thread that reports it. Ends when the observation is
  /// cancelled or deallocated.
  public func observe(_ handler: @escaping @Sendable (Event) -> Void) -> Observation {
    let id = observers.withLock { observers in
      observers.nextID += 1
      observers.handlers.append((observers.nextID, handler))
      return observers.nextID
    }
    return Observation { [weak self] in
      self?.observers.withLock { observers in observers.handlers.removeAll { $0.id == id } }
    }
  }

  /// Calls handlers in order of registration, without a lock. Handlers may change state or cancel.
  public func notify(_ event: Event) {
    let handlers = observers.withLock { $0.handlers }
    for (_, handler) in handlers { handler(event) }
  }
}

/// A registered handler. The registration ends when this is cancelled or deallocated.
public final class Observation: Sendable {
  private let onCancel: Locked<(@Sendable () -> Void)?>

  init(_ onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = Locked(onCancel)
  }

  public func cancel() {
    let cancel = onCancel.withLock { onCancel in
      defer { onCancel = nil }
      return onCancel
    }
    cancel?()
  }

  deinit { cancel() }
}
