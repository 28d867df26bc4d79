internal import FlintCore
internal import FlintManifest
internal import FlintPopulation
internal import FlintText

/// A manifest as the compact program that the page runs: planes to set, steps to take, and what to say where which planes
/// hold. Nothing of what a constraint means is left to the page.
///
///     always, steps: [operation, one, other, …], the planes by how much their numbers are more than in the step
///                    before, as PageNumbers
///     shapes:        see PageShapes
///     statuses:      of features, by truth; constraintStatuses likewise, and the one of what is not active
///     app:           the constraints of the app, as those of a feature
///     features:      [[id, name, description, parent, [constraint | −1 for the next new one, …]], …]
///     constraints:   [no, open, inactive, open guard, name, [[when, sentence], …], [[when, action, subject, name], …],
///                     untold]
///     actions:       [[slot | text, …, whether the subjects follow], …]
///
/// `when` is a plane, and the first sentence whose plane holds is said. Names and sentences are numbers of `texts`. Where
/// `untold` holds, a constraint asks for more than the page knows, which then does not know the next step either.
struct PageProgram {
  private let manifest: Manifest
  private let initialState: DeviceState

  private var maker: PlaneProgramMaker
  private var constraints = PageShapes()
  private var texts = NameIndex()
  private var planes: [Int] = []

  /// The names of everything that a constraint asks for, by number.
  private(set) var subjects = NameIndex()

  private var appNumbers: [Int] = []

  /// For each feature the numbers of its constraints.
  private var constraintNumbers: [[Int]] = []
  private let sentences: PageSentences
  private let requests: PageRequests
  private var facts: PageFacts

  init(manifest: Manifest, initialState: DeviceState) {
    self.manifest = manifest
    self.initialState = initialState
    sentences = PageSentences(manifest: manifest)
    requests = PageRequests(manifest: manifest)
    var formulas: [Formula] = []
    for feature in manifest.features.indices {
      manifest.forEachConstraint(of: feature) { [requests] constraint, block in
        requests.demands(of: constraint, block: block, in: feature)
          .forEachFormula { formulas.append($0) }
      }
    }
    for constraint in manifest.app.constraints {
      requests.demands(of: constraint, block: nil, in: nil).forEachFormula { formulas.append($0) }
    }
    maker = PlaneProgramMaker(manifest, asking: formulas)
    facts = PageFacts(manifest, maker.facts)
    let contributions = maker.appContributions()
    for (constraint, truth) in zip(manifest.app.constraints, contributions) {
      appNumbers.append(add(constraint, nil, of: nil, truth))
    }
    for feature in manifest.features.indices { add(feature) }
  }

  // MARK: Features

  private mutating func add(_ feature: Int) {
    var all: [(Constraint, Int?)] = []
    manifest.forEachConstraint(of: feature) { all.append(($0, $1)) }
    let contributions = maker.contributions(of: feature)
    constraintNumbers.append(
      zip(all, contributions).map { add($0.0, $0.1, of: feature, $1) })
  }

  private mutating func add(
    _ constraint: Constraint, _ block: Int?, of feature: Int?, _ truth: PlaneTruth
  ) -> Int {
    planes += [truth.no, truth.open]
    let demands = requests.demands(of: constraint, block: block, in: feature)
    return constraints.insert(
      .list([
        .plane(truth.no), .plane(truth.open),
        plane(where: sentences.inactive(constraint, block: block, in: feature)),
        plane(where: sentences.hasOpenGuard(constraint, block: block, in: feature)),
        text(constraint.name(block: block, in: manifest)),
        said(sentences.sentences(on: constraint, block: block, in: feature)),
        asked(demands.requests), plane(where: demands.isUntold),
      ]))
  }

  private mutating func text(_ text: String) -> PagePiece { .own(texts.insert(text).index) }

  /// The plane in which something is so; what never or always is is no number of a piece's own.
  private mutating func plane(where found: PageCase) -> PagePiece { plane(number(where: found)) }

  private mutating func number(where found: PageCase) -> Int {
    switch found {
    case .yes(let formula): return maker.not(maker.truth(of: formula).open)
    case .no(let formula): return maker.truth(of: formula).no
    case .unknown(let formula):
      let truth = maker.truth(of: formula)
      return maker.and(truth.open, maker.not(truth.no))
    case .not(let one): return maker.not(number(where: one))
    case .all(let cases):
      var all = maker.always
      for one in cases { all = maker.and(all, number(where: one)) }
      return all
    case .any(let cases):
      var any = maker.never
      for one in cases { any = maker.or(any, number(where: one)) }
      return any
    }
  }

  private mutating func plane(_ plane: Int) -> PagePiece {
    switch plane {
    case maker.never: return .shared(-1)
    case maker.always: return .shared(maker.always)
    default:
      planes.append(plane)
      return .plane(plane)
    }
  }

  private mutating func said(_ all: [(when: PageCase, sentence: String)]) -> PagePiece {
    var list: [PagePiece] = []
    for (when, sentence) in all {
      let plane = number(where: when)
      if plane == maker.never { continue }
      list.append(.list([self.plane(plane), text(sentence)]))
      if plane == maker.always { break }
    }
    return .list(list)
  }

  private mutating func asked(_ all: [PageRequest]) -> PagePiece {
    var list: [PagePiece] = []
    for request in all {
      let plane = number(where: request.when)
      if plane == maker.never { continue }
      list.append(
        .list([
          self.plane(plane), .shared(Int(request.action.rawValue)),
          .own(subjects.insert(request.subject.name).index), text(request.subject.spoken),
        ]))
    }
    return .list(list)
  }

  // MARK: Writing

  func write(to json: inout JSONWriter) {
    let program = maker.program(keeping: planes)
    json.beginObject()
    json.key("always")
    json.int(program.always)
    json.key("steps")
    var steps = PageNumbers()
    var last = (one: 0, other: 0)
    for step in program.steps {
      steps.append(step.operation.rawValue)
      steps.append(step.one - last.one)
      steps.append(step.other - last.other)
      last = (step.one, step.other)
    }
    steps.write(to: &json)
    json.key("texts")
    json.strings(texts.names)
    json.key("statuses")
    json.strings(Ternary.allCases.map { FeatureStatus($0).name })
    json.key("constraintStatuses")
    // In the order of Ternary.
    let statuses: [ConstraintStatus] = [.notSatisfied, .notDetermined, .satisfied, .notActive]
    json.strings(statuses.map(\.name))
    json.key("app")
    var known = 0
    json.array { json in
      for number in appNumbers {
        json.int(number < known ? number : -1)
        known = max(known, number + 1)
      }
    }
    json.key("features")
    json.array { json in
      for feature in manifest.features.indices { write(feature: feature, &known, to: &json) }
    }
    json.key("constraintShapes")
    constraints.writeShapes(to: &json) { program.number(of: $0) }
    json.key("constraints")
    constraints.writePieces(to: &json) { program.number(of: $0) }
    json.key("actions")
    json.array { json in
      for action in NextStep.Action.allCases { write(action, to: &json) }
    }
    json.key("openGuard")
    json.string("; it is not known yet whether this is required")
    json.key("device")
    json.array { json in
      for slot in [PageSlot.system, .appVersion, .date] { facts.write(slot, to: &json) }
    }
    facts.write(to: &json)
    json.key("states")
    json.array { json in
      for named in manifest.states {
        json.array { json in
          json.string(named.name)
          StateWriter.write(named.state, of: manifest, to: &json)
        }
      }
    }
    json.key("state")
    StateWriter.write(initialState, of: manifest, to: &json)
    json.endObject()
  }

  /// - Parameter known: how many of the constraints have been named before.
  private func write(feature: Int, _ known: inout Int, to json: inout JSONWriter) {
    let declaration = manifest.features[feature]
    json.array { json in
      json.string(declaration.id)
      json.string(declaration.name)
      json.string(declaration.description ?? "")
      json.optional(declaration.parent)
      json.array { json in
        for number in constraintNumbers[feature] {
          json.int(number < known ? number : -1)
          known = max(known, number + 1)
        }
      }
    }
  }

  private func write(_ action: NextStep.Action, to json: inout JSONWriter) {
    json.array { json in
      switch action {
      case .upgradeOS:
        json.string("Ask for an update of ")
        facts.write(.platform, to: &json)
        json.bool(false)
      case .upgradeApp, .waitForDate:
        write(messageOf: action, to: &json)
        json.bool(false)
      case .explainUnsupported, .explainExcluded, .explainRestricted, .waitForValue, .notEnabled,
        .waitForStatus, .updatePayment, .spendCredits, .offerPurchase, .waitForPurchaseStatus,
        .enableToggle, .changeAttribute, .openSettings, .requestPermission:
        write(messageOf: action, to: &json)
        json.bool(true)
      }
    }
  }

  private func write(messageOf action: NextStep.Action, to json: inout JSONWriter) {
    let state = ResolvedState(initialState, in: manifest)
    json.string(NextStep(action: action, subjects: []).message(in: state))
  }
}

extension Manifest {
  /// Calls `body` with every constraint of a feature, in the order in which they are listed.
  fileprivate func forEachConstraint(
    of feature: Int, _ body: (_ constraint: Constraint, _ block: Int?) -> Void
  ) {
    for constraint in features[feature].constraints { body(constraint, nil) }
    for (index, block) in features[feature].conditional.enumerated() {
      for constraint in block.constraints { body(constraint, index) }
    }
  }
}
