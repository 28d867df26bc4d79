import FlintCore

/// A cache of the engines that prove claims. Claims whose conditions add the same breakpoints to the manifest's share
/// one engine. Most conditions add none.
struct KeptSpaces<Engine: ~Copyable>: ~Copyable {
  /// A box for a cached engine, because a dictionary cannot store noncopyable values.
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
  /// The parts of the condition that add breakpoints or statuses to the manifest's. Conditions that are equal in these
  /// parts can share an engine.
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
