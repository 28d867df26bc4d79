/// Those who want to be told of a kind of event: what a tracker, a set of toggles, … has one of.
public final class ObserverList<Event: Sendable>: Sendable {
  private struct Observers {
    var nextID = 0
    var handlers: [(id: Int, handler: @Sendable (Event) -> Void)] = []
  }

  private let observers = Locked(Observers())

  public init() {}

  /// Calls `handler` with every event from now on, until the observation is cancelled or nobody holds it any more.
  ///
  /// The handler runs where the event happens, which can be any thread.
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

  /// Tells everybody, in the order in which they came. No lock is held while they are told: they may ask, change things
  /// and leave.
  public func notify(_ event: Event) {
    let handlers = observers.withLock { $0.handlers }
    for (_, handler) in handlers { handler(event) }
  }
}

/// Being told of events; ends when it is cancelled or let go.
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
