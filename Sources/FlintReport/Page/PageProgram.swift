internal import FlintAnalysis
internal import FlintCore
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
///     assumptions:   [[id, name, plane of the states that break it], …]
///     features:      [[id, name, description, parent, [constraint | −1 for the next new one, …], plan | −1, team | −1,
///                     until], …], the last two where there is something to say
///     constraints:   [no, open, inactive, open guard, name, sentences, demands]
///     requests:      [demands], what features, named conditions and the app ask for that others ask for
///     changes:       [when, turn, where possible, ladder, whether named, rank, sentences, [[entry, value | [seconds before
///                     the date]], …]]
///     plans:         ["numbers of what can be changed and its changes", …]
///     actions:       [[slot | text, …, whether the subjects follow], …]
///
///     sentences:     [[when, [phrase, …]], …], of which the first whose plane holds is said
///     phrase:        3 × text | 3 × slot + 1 | 3 × name of features + 2, each of which counts once
///                    | [0, text behind the number where it is one, text behind another, plane, …]
///                    | [1, plane, text, …], of which the first few are listed
///                    | [2, plane, sentences, …]
///                    | [3, sentences]
///                    | [4, seconds before the date]
///     demands:       [[when, action, subject, [phrase, …]] | [when, request of others, whether it is awaited], …]
///
/// `when` is a plane. Names of constraints and texts are numbers of `texts`.
struct PageProgram {
  let manifest: Manifest
  let initialState: DeviceState

  /// The manifest's file, as lines to paste have it.
  let name: String

  private var compiler: PageCompiler<PagePlanes>
  private(set) var constraints = PageShapes()
  private(set) var requests = PageShapes()
  private(set) var changes = PageShapes()

  /// Each list of changes once, and for each feature the number of its own.
  private(set) var plans = NameIndex()
  private(set) var planNumbers: [Int?] = []
  private(set) var texts = NameIndex()

  /// The names of features, each once.
  private let featureNames: NameIndex
  private(set) var slots: [SentenceSlot] = []
  private var slotNumbers: [SentenceSlot: Int] = [:]
  private var planes: [Int] = []

  /// The names of everything that a constraint asks for, by number.
  private(set) var subjects = NameIndex()

  /// Of what others ask for, each behind all that it asks for itself.
  private var stepNumbers: [PageStep: Int] = [:]

  private(set) var appNumbers: [Int] = []

  /// For each feature the numbers of its constraints.
  private(set) var constraintNumbers: [[Int]] = []

  /// For each assumption the plane of the states that break it.
  private(set) var brokenPlanes: [Int] = []
  private(set) var openGuard: PagePiece = .list([])
  private(set) var facts: PageFacts

  init(manifest: Manifest, named name: String = "manifest.json", initialState: DeviceState) {
    self.manifest = manifest
    self.name = name
    featureNames = NameIndex(manifest.features.lazy.map(\.name))
    self.initialState = initialState
    var questions = PageCompiler(manifest, PageQuestions())
    for feature in manifest.features.indices {
      manifest.forEachConstraint(of: feature) {
        _ = questions.told($0, block: $1, in: feature)
      }
    }
    for constraint in manifest.app.constraints {
      _ = questions.told(constraint, block: nil, in: nil)
    }
    for target in [nil] + manifest.references.order {
      for isAwaited in [false, true] {
        _ = questions.demands(of: PageStep(target: target, isAwaited: isAwaited))
      }
    }
    let possible = PageChanges(manifest)
    for change in possible.changes { _ = questions.told(change) }
    let planes = PagePlanes(manifest, asking: questions.logic)
    facts = PageFacts(manifest, planes)
    compiler = PageCompiler(manifest, planes)

    let contributions = compiler.logic.appContributions()
    let app = zip(manifest.app.constraints, contributions).map { constraint, truth in
      (constraint, nil as Int?, truth, compiler.told(constraint, block: nil, in: nil))
    }
    let all = manifest.features.indices.map { feature in
      let contributions = compiler.logic.contributions(of: feature)
      var all: [(Constraint, Int?, PlaneTruth, PageCompiler<PagePlanes>.Told)] = []
      manifest.forEachConstraint(of: feature) {
        let told = compiler.told($0, block: $1, in: feature)
        all.append(($0, $1, contributions[all.count], told))
      }
      return all
    }
    add(stepsFrom: (app + all.joined()).flatMap(\.3.demands))
    appNumbers = app.map { add($0.0, $0.1, $0.2, $0.3) }
    constraintNumbers = all.map { $0.map { add($0.0, $0.1, $0.2, $0.3) } }
    brokenPlanes = manifest.assumptions.indices.map {
      compiler.logic.plane(where: .no(.reference(.assumption($0))))
    }
    self.planes += brokenPlanes
    openGuard = piece(PageCompiler<PagePlanes>.openGuard(in: manifest))
    add(possible)
  }

  /// Adds what is asked for by way of others.
  private mutating func add(stepsFrom demands: [PageDemand]) {
    var found: Set<PageStep> = []
    var rest = demands
    while let demand = rest.popLast() {
      guard case .step(let step, _) = demand.content, found.insert(step).inserted else { continue }
      rest += compiler.demands(of: step)
    }
    for target in [nil] + manifest.references.order {
      for isAwaited in [false, true] {
        let step = PageStep(target: target, isAwaited: isAwaited)
        guard found.contains(step) else { continue }
        stepNumbers[step] = requests.insert(.list([piece(compiler.demands(of: step))]))
      }
    }
  }

  private mutating func add(
    _ constraint: Constraint, _ block: Int?, _ truth: PlaneTruth,
    _ told: PageCompiler<PagePlanes>.Told
  ) -> Int {
    planes += [truth.no, truth.open]
    return constraints.insert(
      .list([
        .plane(truth.no), .plane(truth.open), plane(told.inactive), plane(told.openGuard),
        text(constraint.name(block: block, in: manifest)), piece(told.sentences),
        piece(told.demands),
      ]))
  }

  // MARK: Changes

  private mutating func add(_ possible: PageChanges) {
    let numbers = possible.changes.map { add($0) }
    for list in possible.lists {
      planNumbers.append(
        list.map { list in
          var text = PageNumbers()
          var last = 0
          for changes in list {
            text.append(changes.count)
            for change in changes {
              text.append(numbers[change] - last)
              last = numbers[change]
            }
          }
          return plans.insert(text.text).index
        })
    }
  }

  private mutating func add(_ change: PageChange) -> Int {
    let told = compiler.told(change)
    var rank = 0
    var settings: [PagePiece] = []
    switch change.content {
    case .change(let plain):
      rank = plain.rank
      settings = plain.settings(in: manifest).map {
        .list([.own(facts.entry(of: $0.fact)), facts.piece($0.value, of: $0.fact)])
      }
    case .age(let attribute, let seconds):
      let fact = Fact.attribute(attribute)
      rank = Change.setAttribute(attribute, .unknown).rank
      settings = [.list([.own(facts.entry(of: fact)), .list([.number(String(seconds))])])]
    }
    return changes.insert(
      .list([
        plane(told.when), .shared(told.turn.rawValue), plane(told.possible),
        .shared(change.ladder.rawValue), .shared(change.isNamed ? 1 : 0), .shared(rank),
        piece(told.steps), .list(settings),
      ]))
  }

  /// What keeps the planes that have been asked for.
  var program: PlaneProgram { compiler.logic.maker.program(keeping: planes) }

  // MARK: Pieces

  private mutating func text(_ text: String) -> PagePiece { .own(texts.insert(text).index) }

  /// A plane; what never or always is is no number of a piece's own.
  private mutating func plane(_ plane: Int) -> PagePiece {
    switch plane {
    case compiler.logic.never: return .shared(-1)
    case compiler.logic.always: return .shared(compiler.logic.always)
    default:
      planes.append(plane)
      return .plane(plane)
    }
  }

  private mutating func piece(_ sayings: [PageSaying]) -> PagePiece {
    var list: [PagePiece] = []
    for (when, sentence) in sayings where when != compiler.logic.never {
      list.append(.list([plane(when), piece(sentence)]))
      if when == compiler.logic.always { break }
    }
    return .list(list)
  }

  private mutating func piece(_ sentence: PageSentence) -> PagePiece {
    .list(
      sentence.phrases.flatMap { phrase -> [PagePiece] in
        switch phrase {
        case .text(let words): return pieces(words)
        case .slot(let slot): return [.own(3 * number(of: slot) + 1)]
        case .number(let planes, let one, let several):
          return [.list([.shared(0), text(one), text(several)] + planes.map { plane($0) })]
        case .list(let operands):
          let all = operands.filter { $0.plane != compiler.logic.never }
          return [.list([.shared(1)] + all.flatMap { [plane($0.plane), text($0.text)] })]
        case .sentences(let all):
          return [.list([.shared(2)] + all.flatMap { [plane($0.plane), piece($0.sentences)] })]
        case .first(let sayings): return [.list([.shared(3), piece(sayings)])]
        case .moment(let seconds): return [.list([.shared(4), .number(String(seconds))])]
        }
      })
  }

  /// Text as a phrase, or as several where a feature is called by its name, which the page has already.
  private mutating func pieces(_ words: String) -> [PagePiece] {
    var pieces: [PagePiece] = []
    var rest = words.unicodeScalars[...]
    var begin = rest.startIndex
    while let open = rest[begin...].firstIndex(of: "“"),
      let close = rest[open...].firstIndex(of: "”")
    {
      begin = rest.index(after: open)
      guard let name = featureNames.index(of: String(rest[begin..<close])) else { continue }
      pieces += [.own(3 * texts.insert(String(rest[..<begin])).index), .own(3 * name + 2)]
      rest = rest[close...]
      begin = rest.startIndex
    }
    return rest.isEmpty ? pieces : pieces + [.own(3 * texts.insert(String(rest)).index)]
  }

  private mutating func number(of slot: SentenceSlot) -> Int {
    if let number = slotNumbers[slot] { return number }
    slotNumbers[slot] = slots.count
    slots.append(slot)
    return slots.count - 1
  }

  private mutating func piece(_ demands: [PageDemand]) -> PagePiece {
    .list(
      demands.filter { $0.when != compiler.logic.never }.map { demand in
        switch demand.content {
        case .request(let action, let subject):
          let name = subject.name(in: manifest)
          return .list([
            plane(demand.when), .shared(Int(action.rawValue)), .own(subjects.insert(name).index),
            piece(PageSentence(subject.spokenName(in: manifest))),
          ])
        case .step(let step, let isAwaited):
          return .list([
            plane(demand.when), .own(stepNumbers[step] ?? 0), .shared(isAwaited ? 1 : 0),
          ])
        }
      })
  }
}
