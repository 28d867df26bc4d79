import FlintModel
import FlintLogic
import FlintManifest

/// State spaces by the breakpoints that a claim adds; most add none. Without it, 300 claims about
/// `kitchen-sink` take 2.4 times as long.
struct StateSpaceCache<Engine: ~Copyable>: ~Copyable {
  /// A box, because a dictionary cannot store noncopyable values.
  private final class Entry {
    var engine: Engine

    init(_ engine: consuming Engine) { self.engine = engine }
  }

  private let make: (Breakpoints) -> Engine
  private var entries: [StateCondition: Entry] = [:]

  init(_ make: @escaping (Breakpoints) -> Engine) { self.make = make }

  mutating func use<Answer>(
    for condition: StateCondition, in manifest: Manifest,
    _ body: (inout Engine) throws(LimitExceeded) -> Answer
  ) throws(LimitExceeded) -> Answer {
    let key = condition.cacheKey
    if let known = entries[key] { return try body(&known.engine) }
    if entries.count == AnalysisLimits.keptSpaces { entries = [:] }
    let new = Entry(make(condition.breakpoints(in: manifest)))
    entries[key] = new
    return try body(&new.engine)
  }
}

extension StateCondition {
  /// The parts of the condition that can add breakpoints.
  fileprivate var cacheKey: StateCondition {
    var rest = self
    rest.required.unlocked = nil
    rest.required.toggles = [:]
    rest.required.runtime = [:]
    rest.required.attributes = required.attributes.filter { _, value in
      value.type.map { $0.structure != .listed } ?? false
    }
    if required.osVersion == nil, osVersions == nil { rest.required.platform = nil }
    return rest
  }
}
