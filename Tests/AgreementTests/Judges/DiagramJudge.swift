import FlintLogic
import FlintModel

@testable import FlintAnalysis

/// Evaluates states with the decision diagrams. It skips impossible states, which the diagrams do not cover.
struct DiagramJudge: Judge {
  let name = "diagrams"

  func judge(_ groups: [Group]) -> [[[Verdict]?]] { groups.map { judge($0) } }

  private func judge(_ group: Group) -> [[Verdict]?] {
    var space = StateSpace(group.manifest)
    var broken = [[String]?](repeating: [], count: group.states.count)
    for assumption in group.manifest.assumptions.indices {
      space.resetBudget()
      space.prepare(.assumption(assumption))
      let truth = space.value(of: .assumption(assumption), on: 0)
      let isTooLarge = space.store.takeFailure() != nil
      for (index, state) in group.states.enumerated() where broken[index] != nil {
        if isTooLarge {
          broken[index] = nil
          continue
        }
        if state == state.possible(in: group.manifest), space.truth(of: truth, in: state) == .no {
          broken[index]?.append(group.manifest.assumptions[assumption].id)
        }
      }
    }
    var verdicts = group.states.map { state in
      state == state.possible(in: group.manifest) ? [Verdict]() : nil
    }
    for feature in group.manifest.features.indices {
      space.resetBudget()
      let status = space.status(of: feature, side: 0)
      let exists = space.careSet(for: [status])
      if space.store.takeFailure() != nil { return group.states.map { _ in nil } }
      for (index, state) in group.states.enumerated() where verdicts[index] != nil {
        if broken[index] == [] {
          precondition(
            space.truth(of: exists, in: state) == .yes, "a possible state is impossible")
        }
        let truth = space.truth(of: status, in: state)
        verdicts[index]?.append(
          Verdict(status: FeatureStatus(truth), broken: broken[index]))
      }
    }
    return verdicts
  }
}

extension StateSpace {
  fileprivate func truth(of function: Diagram, in state: DeviceState) -> Ternary {
    var diagram = function
    while !diagram.isConstant {
      let variable = store.variable(of: diagram)
      let fact = variables[Int(variable)]
      let value = position(of: state.value(of: fact), of: fact, in: state)
      diagram = store.child(of: diagram, at: UInt32(value), of: variable)
    }
    return diagram == .yes ? .yes : diagram == .no ? .no : .unknown
  }

  /// Returns the index, in the domain of a fact, of the value that represents the fact's value in a state.
  private func position(of value: FactValue, of fact: Fact, in state: DeviceState) -> Int {
    switch value {
    case .system(let platform, let version):
      let scale = systemScales[Int(platform.rawValue)]
      return known(
        systems.firstIndex {
          $0.platform == platform && scale.index(of: $0.version) == scale.index(of: version)
        })
    case .age(let seconds):
      guard case .age(let attribute, _, _) = fact else { preconditionFailure("an age of what?") }
      return 1 + ages(of: attribute).index(of: seconds)
    case .bucket(let position):
      guard case .bucket(let bucket) = fact else { preconditionFailure("a draw of what?") }
      let draws = Intervals.draws(breakpoints.percents[bucket] ?? [])
      return 1 + draws.index(of: Int64(position.tenThousandths))
    case .typed(let value): return position(of: value, of: fact)
    // For an attribute that is always known, the first value is its default.
    case .notGiven, .permission(.notDetermined), .purchase(.notPurchased): return 0
    case .permission, .purchase, .flag: break
    }
    return known(domain(of: fact).values.firstIndex(of: value))
  }

  private func position(of value: AttributeValue, of fact: Fact) -> Int {
    let values = domain(of: fact).values
    let cuts = breakpoints[fact]
    // Only an attribute can have the unknown value, which is the second one, and only if it is not always known.
    let first =
      if case .attribute(let index) = fact, !sides[0].manifest.attributes[index].isAlwaysKnown {
        2
      } else { 1 }
    switch value {
    case .unknown, .boolean, .choice: return known(values.firstIndex(of: .typed(value)))
    case .text(let text):
      if cuts.texts.contains(text) { return known(values.firstIndex(of: .typed(value))) }
      // One value of the domain represents all unnamed texts that match the same patterns.
      return known(
        values.firstIndex { other in
          guard case .typed(.text(let other)) = other, !cuts.texts.contains(other) else {
            return false
          }
          return cuts.patterns.allSatisfy { $0.matches(other) == $0.matches(text) }
        })
    case .integer(let number): return first + Intervals.integers(cuts.integers).index(of: number)
    case .version(let version): return first + VersionScale(cuts.versions).index(of: version)
    case .date(let date): return first + Intervals.dates(cuts.dates).index(of: date.seconds)
    }
  }

  private func known(_ position: Int?) -> Int {
    guard let position else {
      preconditionFailure("a state that can exist has values that can be")
    }
    return position
  }
}

extension DeviceState {
  /// Returns the nearest possible state. In a possible state, permissions are set only where the system offers them, and
  /// those of the location to statuses of one switch. Statuses are those that are always tried or that the
  /// manifest names. At most one subscription of a group is active, the app supports the platform, and the defaults are
  /// those of a fresh install.
  func possible(in manifest: Manifest) -> DeviceState {
    var named = Breakpoints()
    named.add(manifest)
    var state = self
    state.defaults = Defaults()
    state.unlocked.removeAll { !named.unlockableFeatures.contains($0) }
    if case .version(let version) = state.osVersion {
      state.osVersion = .version(state.platform.firstRelease(from: version))
    }
    let runs = manifest.app.platforms?.contains {
      $0.platform == platform && $0.versions?.contains(state.osVersion) != false
    }
    if runs == false { (state.platform, state.osVersion) = (manifest.app.defaultPlatform, .latest) }
    if state.permissions[.locationWhenInUse] == .notDetermined {
      state.permissions[.locationWhenInUse] = nil
    }
    let resolved = ResolvedState(state, in: manifest)
    for permission in [SystemPermission.locationWhenInUse, .locationAlways]
    where resolved.status(of: permission) != .notDetermined {
      state.permissions[permission] = resolved.status(of: permission)
    }
    for permission in SystemPermission.allCases {
      guard let status = state.permissions[permission] else { continue }
      if status == .unsupported || !permission.isOffered(on: state.platform, state.osVersion) {
        state.permissions[permission] = nil
      } else if !named.statuses(of: permission).contains(status) {
        state.permissions[permission] = .authorized
      }
    }
    let locations = [SystemPermission.locationWhenInUse, .locationAlways]
    let granted = Set(locations.compactMap { state.permissions[$0] })
    if granted == [.authorized, .reducedAccuracy] {
      for permission in locations { state.permissions[permission] = .authorized }
    }
    var subscribed: Set<Int> = []
    for (product, holding) in purchases.sorted(by: { $0.key < $1.key }) {
      guard let status = holding.status(at: date) else { continue }
      let (group, type) = (manifest.products[product].group, manifest.products[product].type)
      let isSecond = status.isActive && group.map { !subscribed.insert($0).inserted } == true
      if isSecond || !named.statuses(ofProduct: product, types: [type]).contains(status) {
        state.purchases[product] = nil
      }
    }
    return state
  }
}
