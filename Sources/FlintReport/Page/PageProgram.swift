internal import FlintAnalysis
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
///     features:      [[id, name, description, parent, [constraint | −1 for the next new one, …]], …]
///     constraints:   [no, open, inactive, open guard, name, [[when, sentence], …], [[when, action, subject, name], …],
///                     [first change, count, …], [first change of what is implied, …]]
///     changes:       [variable, waits for the system, rank, when, [[when, sentence], …], [[entry, value], …]]
///     actions:       [[sentence, whether the subjects follow], …]
///     slots:         text | [entry, slot where not given, [slot for each value | top, prefix]]
///
/// `when` is a plane, and the first sentence whose plane holds is said; a sentence is a list of texts, numbers of slots (from
/// 0), and names (−1 less the feature, or the number of features and that of one of the `texts`, as a constraint's name is one).
struct PageProgram {
  private let manifest: Manifest
  private let initialState: DeviceState

  private var maker: PlaneProgramMaker
  private var constraints = PageShapes()
  private var changes = PageShapes()
  private var texts = NameIndex()
  private var slots: [SentenceSlot] = []
  private var slotNumbers: [SentenceSlot: Int] = [:]
  private var planes: [Int] = []

  /// Everything that a constraint asks for, by number.
  private(set) var subjects: [NextStep.Subject] = []
  private var subjectNumbers: [NextStep.Subject: Int] = [:]

  /// For each feature the numbers of its constraints.
  private var constraintNumbers: [[Int]] = []
  private let possible: PageChanges
  private var facts: PageFacts

  init(manifest: Manifest, initialState: DeviceState) {
    self.manifest = manifest
    self.initialState = initialState
    possible = PageChanges(manifest)
    var formulas: [Formula] = []
    for feature in manifest.features.indices {
      manifest.forEachConstraint(of: feature) { constraint, block in
        formulas += manifest.requests(of: constraint, block: block, in: feature).map(\.when)
      }
    }
    maker = PlaneProgramMaker(manifest, asking: formulas)
    facts = PageFacts(manifest, maker.facts)
    for feature in manifest.features.indices { add(feature) }
    for (variable, changes) in possible.changes.enumerated() {
      for change in changes { add(change, of: variable) }
    }
  }

  // MARK: Features

  private mutating func add(_ feature: Int) {
    let contributions = maker.contributions(of: feature)
    var numbers: [Int] = []
    manifest.forEachConstraint(of: feature) { constraint, block in
      let (no, open) = contributions[numbers.count]
      planes += [no, open]
      let piece = PagePiece.list([
        .plane(no), .plane(open),
        plane(where: manifest.isInactive(constraint, block: block, in: feature)),
        plane(where: manifest.hasOpenGuard(constraint, block: block, in: feature)),
        .own(texts.insert(constraint.name(block: block, in: manifest)).index),
        sentences(manifest.sentences(on: constraint, block: block, in: feature)),
        requests(manifest.requests(of: constraint, block: block, in: feature)),
        .list(
          possible.ranges(of: constraint, block: block, in: feature)
            .flatMap { [.own($0.lowerBound), .own($0.count)] }),
        .list(possible.implied(by: constraint, block: block, in: feature).map { .own($0) }),
      ])
      numbers.append(constraints.insert(piece))
    }
    constraintNumbers.append(numbers)
  }

  /// The plane in which a formula holds; what never or always holds is no number of a piece's own.
  private mutating func plane(where formula: Formula) -> PagePiece {
    plane(maker.plane(where: formula))
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

  private mutating func sentences(_ all: [(when: Formula, sentence: OpenSentence)]) -> PagePiece {
    var list: [PagePiece] = []
    for (when, sentence) in all {
      let plane = maker.plane(where: when)
      if plane == maker.never { continue }
      list.append(.list([self.plane(plane), self.sentence(sentence)]))
      if plane == maker.always { break }
    }
    return .list(list)
  }

  private mutating func sentence(_ sentence: OpenSentence) -> PagePiece {
    .list(
      sentence.pieces.map { piece -> PagePiece in
        switch piece {
        case .text(let text): .text(text)
        case .slot(.name(.feature(let feature))): .own(-1 - feature)
        case .slot(.name(let named)):
          .own(-1 - manifest.features.count - texts.insert(manifest.spokenName(of: named)).index)
        case .slot(let slot): .shared(number(of: slot))
        }
      })
  }

  private mutating func number(of slot: SentenceSlot) -> Int {
    if let number = slotNumbers[slot] { return number }
    slotNumbers[slot] = slots.count
    slots.append(slot)
    return slots.count - 1
  }

  private mutating func requests(_ all: [Request]) -> PagePiece {
    var list: [PagePiece] = []
    for request in all {
      let plane = maker.plane(where: request.when)
      if plane == maker.never { continue }
      var name = OpenSentence()
      AnyState(manifest).write(request.subject, to: &name)
      list.append(
        .list([
          self.plane(plane), .shared(Int(request.action.rawValue)),
          .own(number(of: request.subject)), sentence(name),
        ]))
    }
    return .list(list)
  }

  private mutating func number(of subject: NextStep.Subject) -> Int {
    if let number = subjectNumbers[subject] { return number }
    subjectNumbers[subject] = subjects.count
    subjects.append(subject)
    return subjects.count - 1
  }

  // MARK: Changes

  private mutating func add(_ change: Change, of variable: Int) {
    var step = OpenSentence()
    AnyState(manifest).write(change, to: &step)
    step = step.capitalized
    var steps: [(when: Formula, sentence: OpenSentence)] = [(.constant(.yes), step)]
    if case .authorize(let permission) = change {
      let name = "the \(permission.spokenName) permission"
      let others = SystemPermissionStatus.allCases.filter { AuthorizationWay($0) != .asking }
      steps =
        others.map { status in
          (
            .reference(.status(permission, .only(status))),
            OpenSentence(AuthorizationWay(status).step(name)).capitalized
          )
        } + steps
    }
    _ = changes.insert(
      .list([
        .own(variable), .shared(change.waitsForSystem ? 1 : 0), .shared(change.rank),
        plane(where: change.isPossible(in: manifest)), sentences(steps),
        .list(
          change.settings.map { .list([.own(entry(of: $0.fact)), value($0.value, of: $0.fact)]) }),
      ]))
  }

  private func entry(of fact: Fact) -> Int {
    facts.number(of: fact == .system ? .systemVersion : .fact(fact))
  }

  /// A value as a state's JSON has it; of the system, its version.
  private func value(_ value: FactValue, of fact: Fact) -> PagePiece {
    switch (value, fact) {
    case (.system(_, let version), _), (.version(let version), _): return .text(version.description)
    case (.permission(let status), _): return .text(status.name)
    case (.purchase(let status), _): return .text(status.name)
    case (.flag(let flag), _): return .truth(flag == .yes)
    case (.attribute(.boolean(let isOn)), _): return .truth(isOn)
    case (.attribute(.choice(let index)), .attribute(let attribute)):
      if case .choice(let values) = manifest.attributes[attribute].domain {
        return .text(values[index])
      }
      preconditionFailure("an attribute without choices has none of them")
    case (.attribute, _), (.notGiven, _), (.credits, _):
      preconditionFailure("no change comes to \(value)")
    }
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
    json.strings((Ternary.allCases.map { ConstraintStatus($0) } + [.notActive]).map(\.name))
    json.key("features")
    json.array { json in
      var known = 0
      for feature in manifest.features.indices { write(feature: feature, &known, to: &json) }
    }
    write("constraint", constraints, program, to: &json)
    write("change", changes, program, to: &json)
    json.key("actions")
    json.array { json in
      for action in NextStep.Action.allCases { write(action, to: &json) }
    }
    json.key("slots")
    json.array { json in for slot in slots { facts.write(slot, to: &json) } }
    json.key("openGuard")
    write(manifest.sentenceOnOpenGuard, to: &json)
    json.key("device")
    json.array { json in
      for slot in [SentenceSlot.system, .appVersion] { facts.write(slot, to: &json) }
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

  private func write(
    _ name: String, _ pieces: PageShapes, _ program: PlaneProgram, to json: inout JSONWriter
  ) {
    json.key(named: "\(name)Shapes")
    pieces.writeShapes(to: &json) { program.number(of: $0) }
    json.key(named: "\(name)s")
    pieces.writePieces(to: &json) { program.number(of: $0) }
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
    var sentence = OpenSentence()
    var hasSubjects = false
    action.writeMessage(by: AnyState(manifest), to: &sentence) { _ in hasSubjects = true }
    json.array { json in
      write(sentence, to: &json)
      json.bool(hasSubjects)
    }
  }

  /// A sentence whose slots are written in their places.
  private func write(_ sentence: OpenSentence, to json: inout JSONWriter) {
    json.array { json in
      for piece in sentence.pieces {
        switch piece {
        case .text(let text): json.string(text)
        case .slot(let slot): facts.write(slot, to: &json)
        }
      }
    }
  }
}
