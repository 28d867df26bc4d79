import FlintCore

/// The spaces of claims, by what their conditions tell apart beside the manifest: most tell nothing, and share one.
struct KeptSpaces<Engine: ~Copyable>: ~Copyable {
  /// A class, for a dictionary holds no values that cannot be copied.
  private final class Kept {
    var engine: Engine

    init(_ engine: consuming Engine) { self.engine = engine }
  }

  private let make: (Breakpoints) -> Engine
  private var kept: [StateCondition: Kept] = [:]

  /// Each may hold ``AnalysisLimits/nodes``, 3 MiB: more are not kept.
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
  /// What is left of it without what cuts no values and names no statuses: those with the same rest are about the same
  /// universe.
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
