import FlintModel
import FlintLogic
import FlintManifest

/// A cache of the analyses that prove claims. Each analysis has its own state space: the set of states that it tries.
///
/// A state space distinguishes values only at breakpoints (values at which the outcome of a constraint can change). If
/// the condition of a claim adds breakpoints to those of the manifest, the claim needs another state space. Claims that
/// add equal breakpoints share a state space. Most claims add none. Without the cache, 300 claims about the manifest
/// `kitchen-sink` take 2.4 times as long.
struct StateSpaceCache<Engine: ~Copyable>: ~Copyable {
  /// A box for a cached analysis, because a dictionary cannot store noncopyable values.
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
  /// The key under which the cache stores the analysis for the condition. It has only the parts of the condition that
  /// can add breakpoints (values that an analysis must distinguish), such as versions. It omits toggles and unlocked
  /// features, whose values every analysis distinguishes.
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
