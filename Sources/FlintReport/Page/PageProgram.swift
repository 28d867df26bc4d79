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
///     features:      [[id, name, description, parent, [constraint | −1 for the next new one, …]], …]
///     constraints:   [no, open, inactive, open guard, name, sentences, demands]
///     requests:      [demands], what features, named conditions and the app ask for that others ask for
///     actions:       [[slot | text, …, whether the subjects follow], …]
///
///     sentences:     [[when, [phrase, …]], …], of which the first whose plane holds is said
///     phrase:        text | −1 less a slot
///                    | [0, text behind the number where it is one, text behind another, plane, …]
///                    | [1, plane, text, …], of which the first few are listed
///                    | [2, plane, sentences, …]
///                    | [3, sentences]
///     demands:       [[when, action, subject, name] | [when, request of others, whether it is awaited], …]
///
/// `when` is a plane. Names and texts are numbers of `texts`.
struct PageProgram {
  let manifest: Manifest
  let initialState: DeviceState

  private var compiler: PageCompiler<PagePlanes>
  private(set) var constraints = PageShapes()
  private(set) var requests = PageShapes()
  private(set) var texts = NameIndex()
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
  private(set) var openGuard: PagePiece = .list([])
  private(set) var facts: PageFacts

  init(manifest: Manifest, initialState: DeviceState) {
    self.manifest = manifest
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
    openGuard = piece(PageCompiler<PagePlanes>.openGuard(in: manifest))
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
      sentence.phrases.map { phrase in
        switch phrase {
        case .text(let words): return text(words)
        case .slot(let slot): return .own(-1 - number(of: slot))
        case .number(let planes, let one, let several):
          return .list([.shared(0), text(one), text(several)] + planes.map { plane($0) })
        case .list(let operands):
          let all = operands.filter { $0.plane != compiler.logic.never }
          return .list([.shared(1)] + all.flatMap { [plane($0.plane), text($0.text)] })
        case .sentences(let all):
          return .list([.shared(2)] + all.flatMap { [plane($0.plane), piece($0.sentences)] })
        case .first(let sayings): return .list([.shared(3), piece(sayings)])
        }
      })
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
            text(subject.spokenName(in: manifest)),
          ])
        case .step(let step, let isAwaited):
          return .list([
            plane(demand.when), .own(stepNumbers[step] ?? 0), .shared(isAwaited ? 1 : 0),
          ])
        }
      })
  }
}
