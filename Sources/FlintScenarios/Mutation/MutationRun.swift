package struct MutationRun: ~Copyable {
  let manifest: Manifest
  package let mutations: [Mutation]

  let breakpoints: Breakpoints
  let dependents: Dependents
  private let observations: Observations
  private var observed: ObservedStates
  private var proof: MutantProof

  private(set) var mutant: Manifest

  private var dependencies: Dependencies

  /// The targets that the last mutation's subject affects. The next often has the same subject.
  private var touched: (subject: Mutation.Subject, Dependents.AffectedTargets)?

  /// All scenarios must pass without an edit. With `isCompleting`, ``mutations`` contain
  /// neighbours, too.
  package init(
    _ scenarios: [Scenario], of manifest: Manifest, _ locations: ManifestLocations,
    isCompleting: Bool = false
  ) {
    self.manifest = manifest
    mutations = manifest.mutations(locations, withNeighbours: isCompleting)
    mutant = manifest
    dependencies = Dependencies(in: manifest)
    breakpoints = Self.breakpoints(of: mutations, in: manifest)
    dependents = Dependents(in: manifest)
    observations = Observations(scenarios, of: manifest)
    observed = ObservedStates(observations.states, of: manifest, dependents.order)
    proof = MutantProof(of: manifest, breakpoints)
  }

  /// The breakpoints that moved limits and changed patterns add.
  private static func breakpoints(of mutations: [Mutation], in manifest: Manifest) -> Breakpoints {
    var breakpoints = Breakpoints()
    var mutant = manifest
    for mutation in mutations where mutation.kind == .moveBound || mutation.editsPattern {
      mutation.apply(to: &mutant)
      if let target = mutation.subject.target {
        breakpoints.add(target, of: mutant)
      } else {
        breakpoints.addApp(of: mutant)
      }
      mutation.revert(&mutant, to: manifest)
    }
    return breakpoints
  }

  package enum Outcome: Sendable {
    case equivalent
    case killed

    /// No scenario fails. Nil if no state with another status was found within the step limit.
    case survived(MutantProof.Difference?)
  }

  package mutating func outcome(of mutation: Mutation) -> Outcome {
    use(mutation) { $0.outcome(of: mutation, $1) }
  }

  mutating func use<Result>(
    _ mutation: Mutation,
    _ body: (inout MutationRun, Dependents.AffectedTargets) -> Result
  ) -> Result {
    let touched = touched(by: mutation.subject)
    mutation.apply(to: &mutant)
    defer {
      // Otherwise, reverting would copy all features.
      proof.releaseMutant()
      mutation.revert(&mutant, to: manifest)
    }
    return body(&self, touched)
  }

  private mutating func outcome(
    of mutation: Mutation, _ touched: Dependents.AffectedTargets
  ) -> Outcome {
    let changed = proof.verdict(on: mutant, touched)
    if changed == .equivalent { return .equivalent }
    let isNoticed =
      observed.hasChange(mutation, in: mutant, touched) { [observations] feature, now, before in
        if let mask = observations.statuses[feature], now.differs(from: before, in: mask) {
          return true
        }
        let mask = observations.outcomes[feature]
        return mask.map { now.differs(from: before, in: $0, isCoarse: true) } ?? false
      }
    if isNoticed || self.isNoticed(mutation, touched) { return .killed }
    guard case .differs(let feature) = changed else { return .survived(nil) }
    return .survived(proof.difference(of: feature, in: mutant, touched))
  }

  private mutating func touched(by subject: Mutation.Subject) -> Dependents.AffectedTargets {
    if let touched, touched.subject == subject { return touched.1 }
    let found =
      switch subject {
      case .attribute(let attribute): dependents.touched(byAttribute: attribute)
      case .feature(let feature): dependents.touched(by: [.feature(feature)])
      case .condition(let condition): dependents.touched(by: [.condition(condition)])
      case .app:
        dependents.touched(
          by: manifest.features.indices.filter { manifest.features[$0].parent == nil }
            .map { .feature($0) })
      }
    touched = (subject, found)
    return found
  }

  private mutating func isNoticed(_ mutation: Mutation, _ touched: Dependents.AffectedTargets)
    -> Bool
  {
    let runner = ScenarioRunner(mutant, renamed: mutation.renamedConstraint(in: mutant))
    let features = touched.all.compactMap { target in
      if case .feature(let feature) = target { feature } else { nil }
    }
    for feature in features {
      guard let details = observations.details[feature] else { continue }
      let needs = dependencies.of(feature)
      for (state, expected) in details {
        let evaluator = Evaluator(
          ResolvedState(observations.states[state], in: mutant), knowing: needs)
        if !runner.holds(expected, in: evaluator) { return true }
      }
    }
    for story in observations.rerunStories where !story.features.isDisjoint(with: features) {
      do throws(Diagnostic) {
        if try !runner.run(story.scenario).isPassed { return true }
      } catch {
        return true
      }
    }
    return proof.isAnyBroken(
      of: observations.claims, in: mutant, editing: mutation.subject.target, touched)
  }
}

extension Mutation.Subject {
  /// The edited declaration. Nil for an attribute or the app: such an edit affects constraints of
  /// other declarations.
  fileprivate var target: References.Target? {
    switch self {
    case .feature(let feature): .feature(feature)
    case .condition(let condition): .condition(condition)
    case .attribute, .app: nil
    }
  }
}

package struct MutationTally: Hashable, Sendable {
  package var killed = 0
  package var survived = 0

  package var equivalent = 0

  package init() {}

  package var mutants: Int { noticeable + equivalent }

  package var noticeable: Int { killed + survived }

  /// The score with one decimal, rounded down.
  package var percentText: String {
    let tenths = noticeable == 0 ? 1000 : 1000 * killed / noticeable
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Compares the exact score, not the rounded one.
  package func reaches(_ percent: Double) -> Bool {
    if noticeable == 0 { return true }
    guard let (digits, unit) = Self.decimal(percent) else {
      return Double(killed) * 100 >= percent * Double(noticeable)
    }
    let (wanted, has) = (
      digits.multipliedFullWidth(by: UInt64(noticeable)),
      (100 * unit).multipliedFullWidth(by: UInt64(killed))
    )
    return (has.high, has.low) >= (wanted.high, wanted.low)
  }

  /// The number as `digits` divided by `unit`. Nil with more than 16 decimals. A description has at
  /// most 17 significant digits, so that nothing overflows.
  private static func decimal(_ number: Double) -> (digits: UInt64, unit: UInt64)? {
    let parts = "\(number)".split(separator: ".")
    guard parts.count == 2, parts[1].count <= 16, let digits = UInt64(parts.joined()) else {
      return nil
    }
    return (digits, repeatElement(10, count: parts[1].count).reduce(1, *))
  }
}
