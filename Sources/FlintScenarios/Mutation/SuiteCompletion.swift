/// Cases with which a suite reaches full coverage and mutation score.
package struct SuiteCompletion: Sendable {
  /// A scenario with the cases. Nil if none is needed.
  package let scenario: RecordedScenario?

  /// The number of cases that are proven necessary.
  package let atLeast: Int

  /// - Parameters:
  ///   - scenarios: All must pass.
  ///   - coverage: What the scenarios show.
  ///   - observe: Called after each mutant with its number and the number of all mutants.
  package init(
    of scenarios: [Scenario], coverage: Coverage, for file: ManifestFile,
    _ observe: (Int, _ count: Int) -> Void = { _, _ in }
  ) {
    let manifest = file.manifest
    var coverage = coverage
    let unseen = coverage.items().filter { !$0.isSeen }
    var run = MutationRun(
      scenarios, of: manifest, ManifestLocations(file), isCompleting: true)
    let (survivors, replacements) = run.survivors(observe)
    var goals = SuiteGoals(of: manifest, run.breakpoints)
    for item in unseen { goals.add(item.outcome) }
    for (mutation, _) in survivors { run.use(mutation) { goals.add($0.mutant, $1) } }
    let found = goals.states()
    let more = run.unnoticed(replacements, in: found.states).states()
    let states = found.states + more.states
    atLeast = max(found.atLeast, more.atLeast)

    var expected = Expectations(in: states, of: manifest)
    var rest: [RecordedCase] = []
    let kills = run.differences(of: survivors.map(\.mutation) + replacements, in: states)
    for (kill, survivor) in zip(kills, survivors) {
      if kill.isEmpty, let difference = survivor.difference {
        rest.append(difference.recordedCase)
      }
      if let below = run.caseBelow(survivor.mutation, kill, in: states) { rest.append(below) }
    }
    expected.choose(from: kills)
    expected.choose(
      from: unseen.filter { $0.outcome.position == nil }.map {
        expected.states(where: $0.feature, isAvailable: $0.isPositive)
      })
    for (index, state) in states.enumerated() where !expected.features[index].isEmpty {
      coverage.observe(state)
    }
    for (index, state) in states.enumerated() where expected.features[index].isEmpty {
      expected.features[index].formUnion(coverage.observe(state))
    }
    let cases =
      (expected.cases + rest + coverage.items().compactMap { $0.isSeen ? nil : $0.example })
      .merged
    scenario =
      cases.isEmpty ? nil : RecordedScenario(name: Self.name(besides: scenarios), cases: cases)
  }

  private static func name(besides scenarios: [Scenario]) -> String {
    let name = "Cases that no other scenario shows"
    let isTaken = { name in scenarios.contains { $0.name.isSame(as: name) } }
    let free = isTaken(name) ? (2...).lazy.map { "\(name) (\($0))" }.first { !isTaken($0) } : name
    return free ?? name
  }
}

extension MutationRun {
  /// The surviving mutations, and the untested ``Mutation/Change/replacement``s. Neighbours count
  /// only after a survivor, and unless all other mutations of their location are killed.
  fileprivate mutating func survivors(
    _ observe: (Int, _ count: Int) -> Void
  ) -> (
    [(mutation: Mutation, difference: MutantProof.Difference?)], replacements: [Mutation]
  ) {
    var survivors: [(mutation: Mutation, difference: MutantProof.Difference?)] = []
    var replacements: [Mutation] = []
    var isMissing: [WrittenLocation: Bool] = [:]
    let ordered = mutations.filter { !$0.isNeighbour } + mutations.filter(\.isNeighbour)
    for (number, mutation) in ordered.enumerated() where !Cancellation.isRequested {
      defer { observe(number + 1, ordered.count) }
      let place = mutation.location
      if mutation.isNeighbour, survivors.isEmpty || isMissing[place] == false { continue }
      if mutation.change == .replacement {
        replacements.append(mutation)
        continue
      }
      switch outcome(of: mutation) {
      case .survived(let difference):
        survivors.append((mutation, difference))
        isMissing[place] = true
      case .killed where !mutation.isNeighbour:
        isMissing[place] = isMissing[place] ?? false
      case .killed, .equivalent: break
      }
    }
    return (survivors, replacements)
  }

  /// Goals for the replacements that change no status in `states`. Those at one location share a
  /// goal if one state can show them: a state that grants only the required part.
  fileprivate mutating func unnoticed(
    _ replacements: [Mutation], in states: [DeviceState]
  ) -> SuiteGoals {
    var goals = SuiteGoals(of: manifest, breakpoints)
    var last: WrittenLocation?
    for (mutation, kill) in zip(replacements, differences(of: replacements, in: states))
    where kill.isEmpty {
      use(mutation) { goals.add($0.mutant, $1, joinsLast: last == mutation.location) }
      last = mutation.location
    }
    return goals
  }

  /// A case on a version below the app's minimum. No proof examines such versions, because the app
  /// does not run there.
  fileprivate func caseBelow(
    _ mutation: Mutation, _ kill: [Expectations.Place], in states: [DeviceState]
  ) -> RecordedCase? {
    guard case .appPlatform(let index) = mutation.location,
      let neighbour = mutations.first(where: {
        $0.isNeighbour && $0.location == mutation.location
      })
    else { return nil }
    var lowered = manifest
    neighbour.apply(to: &lowered)
    guard let version = lowered.app.platforms?[index].versions?.atLeast else { return nil }
    for (feature, number) in kill {
      var state = states[number]
      state.osVersion = .version(version)
      let status = Evaluator(manifest, in: state).status(of: feature)
      if status != Evaluator(lowered, in: state).status(of: feature) {
        return RecordedCase(
          given: .state(state), expected: [RecordedExpectation(feature, is: status)])
      }
    }
    return nil
  }

  /// By mutation, each feature and state of which it changes the status.
  fileprivate mutating func differences(
    of mutations: [Mutation], in states: [DeviceState]
  ) -> [[Expectations.Place]] {
    if states.isEmpty { return mutations.map { _ in [] } }
    var observed = ObservedStates(states, of: manifest, dependents.order)
    return mutations.map { mutation in
      use(mutation) { run, touched in
        var places: [Expectations.Place] = []
        _ = observed.hasChange(mutation, in: run.mutant, touched) { feature, now, before in
          for state in now.differences(from: before) where state < states.count {
            places.append((feature, state))
          }
          return false
        }
        return places
      }
    }
  }
}

/// The features whose status the cases expect, by state.
private struct Expectations {
  typealias Place = (feature: Int, state: Int)

  var features: [Set<Int>]
  private let states: [DeviceState]
  private let statuses: [[FeatureStatus]]

  init(in states: [DeviceState], of manifest: Manifest) {
    self.states = states
    features = states.map { _ in [] }
    statuses = states.map { Evaluator(manifest, in: $0).all.map(\.status) }
  }

  func states(where feature: Int, isAvailable: Bool) -> [Place] {
    states.indices.filter { (statuses[$0][feature] == .available) == isAvailable }
      .map { (feature, $0) }
  }

  /// Adds one expectation from each list, beginning with the shortest list.
  mutating func choose(from lists: [[Place]]) {
    let order = lists.indices.sorted { (lists[$0].count, $0) < (lists[$1].count, $1) }
    for places in order.map({ lists[$0] }) {
      if places.contains(where: { features[$0.state].contains($0.feature) }) { continue }
      let busy = places.first { !features[$0.state].isEmpty }
      if let place = busy ?? places.first { features[place.state].insert(place.feature) }
    }
  }

  var cases: [RecordedCase] {
    states.indices.filter { !features[$0].isEmpty }.map { state in
      RecordedCase(
        given: .state(states[state]),
        expected: features[state].sorted().map {
          RecordedExpectation($0, is: statuses[state][$0])
        })
    }
  }
}
