import FlintCore

/// A cache of the engines for claims, by the breakpoints that a claim's condition adds to the manifest's. Most
/// conditions add none and share one engine.
struct KeptSpaces<Engine: ~Copyable>: ~Copyable {
  /// A box for a cached engine. It is needed because a dictionary cannot store noncopyable values.
  private final class Kept {
    var engine: Engine

    init(_ engine: consuming Engine) { self.engine = engine }
  }

  private let make: (Breakpoints) -> Engine
  private var kept: [StateCondition: Kept] = [:]

  /// The maximum number of cached engines. Each may have ``AnalysisLimits/nodes`` nodes, which take 3 MiB.
  private static var limit: Int { 16 }

  init(_ make: @escaping (Breakpoints) -> Engine) { self.make = make }

  mutating func use<Answer>(
    for condition: StateCondition, in manifest: Manifest,
    _ body: (inout Engine) throws(TooLarge) -> Answer
  ) throws(TooLarge) -> Answer {
    let key = condition.cutting
    if let known = kept[key] { return try body(&known.engine) }
    if kept.count == Self.limit { kept = [:] }
    let new = Kept(make(condition.breakpoints(in: manifest)))
    kept[key] = new
    return try body(&new.engine)
  }
}

extension StateCondition {
  /// The condition without the parts that add no breakpoints or statuses. Conditions that are equal in this form can
  /// share an engine.
  fileprivate var cutting: StateCondition {
    var rest = self
    rest.unlocked = []
    rest.toggles = [:]
    rest.runtime = [:]
    rest.attributes = attributes.filter { _, value in
      switch value {
      case .unknown, .boolean, .choice: false
      case .text, .integer, .version, .date: true
      }
    }
    if osVersion == nil { rest.platform = nil }
    return rest
  }
}
