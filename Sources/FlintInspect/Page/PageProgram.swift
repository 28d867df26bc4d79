import FlintLogic
import FlintModel
import FlintPopulation
import FlintText

/// A manifest compiled to a compact program for the HTML report page. The program computes planes, which are truth
/// values for the state that the page shows, and selects sentences by them. The page itself does not interpret
/// constraints.
///
/// The page computes the planes by these members. A plane is written as its number; −1 is a plane that is never true.
///
///     always:        the plane that is always true; the planes of the facts come before it, and those of the steps
///                    after it, one for each step
///     steps:         {operations: a character for each step: `&` (and), `|` (or), `-` (and not),
///                     left, right: the operands of each step, which are planes}
///
/// The declarations refer to planes. Members without a value are omitted.
///
///     statuses:      {no, unknown, yes}: the statuses of features for each truth value
///     constraintStatuses: {no, unknown, yes, inactive: {name, words: the display name}}
///     app:           the app's constraints, in the form of a feature's
///     assumptions:   [{name, isBroken: plane that is true if the state breaks the assumption}, …]
///     teams:         [name, …], in the order of their first features
///     features:      [{id, name: unless it is the id, description, parent, constraints: [index, …], team,
///                      until: date by which the feature is to be removed,
///                      planes: {unlocked, toggles, runtime: first plane of the fact, if a constraint depends on it}},
///                     …]
///     constraints:   {no, open, inactive, openGuard, name, title, sentences, demands}; the first four are planes: the
///                    constraint is not satisfied; it is unknown or not satisfied; it does not apply; it is unknown
///                    or not satisfied, and it is unknown whether it applies
///     requests:      {demands} of a feature, a named condition or the app, for other demands to refer to
///
/// Sentences are assembled from phrases. A demand is a ``StepRequest``: a next step that a constraint requests. The
/// page finds the next step of a feature in the demands of its constraints that are unknown or not satisfied.
///
///     sentences:     [{when, phrases: [phrase, …]}, …]; the first one whose plane is true applies
///     phrase:        {text} | {slot} | {nameOf: feature} | {first: sentences}
///                    | {count: [plane, …], one: text after the number 1, several: text after other numbers}
///                    | {operands: [{when, phrases}, …]}, of which only the first few are listed, with numbers
///                    | {all: [{when, sentences}, …]}
///     demands:       [{when, action, kind, subject, phrases: name of the subject} |
///                     {…, isPlatform: true} if the subject is the platform or its version |
///                     {when, anyOf: [demands, …]; alternatives of which one is enough} |
///                     {when, request: element of `requests` whose demands these are, isAwaited: whether the app waits
///                     for a permission's status instead of requesting the permission, as inside a `not`}, …]
///     conjunctions:  {all, one}; the words before the last of several subjects: if all of them are necessary, or if
///                    one of them is enough
///     actions:       [{name, awaited: name of the action that replaces it if isAwaited, phrase: [slot, …],
///                      phraseOnPlatform: [slot, …]; replaces `phrase` if the platform is the only subject,
///                      hasSubjects: whether the names of the subjects follow,
///                      canChoose: whether one of several alternatives is enough}, …], the most urgent first
///     slots:         the texts for placeholders, in the form that PageSlots.swift describes
///     openGuard:     [phrase, …]; added to the sentence of a constraint whose plane openGuard is true
///     list:          {few: maximum number of listed texts, opening, separator, before and after: texts around the
///                     number of the others, conjunction: text between the sentences of `all`}
///
/// Constraints, requests and slots are written as a ``PageTable``. `when` is a plane. A
/// constraint's `name` and `title`, and `text`, `one` and `several` in a phrase are indices in the member `texts`.
/// References to elements of a list, such as `parent`, are indices, and an action is its name. A subject is a number
/// that serves, together with the number `kind`, only to recognize the same subject.
///
/// In `steps`, `left` and `right` contain differences: each operand is written as its difference from the corresponding
/// operand of the previous step. This keeps the page small: with an object for each step, a page with 10,000 features
/// is 10 to 105 % larger, and 5 to 140 % larger when compressed.
struct PageProgram {
  let manifest: Manifest
  let initialState: DeviceState

  let name: String

  private var compiler: PageCompiler<PagePlanes>
  private(set) var constraints = PageTable()
  private(set) var requests = PageTable()

  private(set) var texts = NameIndex()

  private let namedFeatures: [ExactText: Int]
  private(set) var slots = PageTable()
  private var slotNumbers: [SentencePlaceholder: Int] = [:]

  private var planes: [Int] = []

  private(set) var subjects = NameIndex()

  private var stepNumbers: [RequestTarget: Int] = [:]

  private(set) var appNumbers: [Int] = []

  private(set) var constraintNumbers: [[Int]] = []

  private(set) var brokenPlanes: [Int] = []
  private(set) var openGuard: PageNode = .list([])
  private(set) var facts: PageFacts

  init(manifest: Manifest, named name: String = "manifest.json", initialState: DeviceState) {
    self.manifest = manifest
    self.name = name
    namedFeatures = Dictionary(
      manifest.features.enumerated().map { (ExactText($1.name), $0) },
      uniquingKeysWith: { first, _ in first })
    self.initialState = initialState
    var questions = PageCompiler(manifest, PageLogicCollector())
    for feature in manifest.features.indices {
      manifest.forEachConstraint(of: feature) {
        _ = questions.reported($0, block: $1, in: feature)
      }
    }
    for constraint in manifest.app.constraints {
      _ = questions.reported(constraint, block: nil, in: nil)
    }
    for target in [nil] + manifest.references.order {
      for isAwaited in [false, true] {
        _ = questions.requests(of: RequestTarget(target: target, isAwaited: isAwaited))
      }
    }
    let planes = PagePlanes(manifest, collected: questions.logic)
    facts = PageFacts(manifest, planes)
    compiler = PageCompiler(manifest, planes)

    let contributions = compiler.logic.appContributions()
    let app = zip(manifest.app.constraints, contributions).map { constraint, truth in
      (constraint, nil as Int?, truth, compiler.reported(constraint, block: nil, in: nil))
    }
    let all = manifest.features.indices.map { feature in
      let contributions = compiler.logic.contributions(of: feature)
      var all: [(Constraint, Int?, PlaneTruth, PageCompiler<PagePlanes>.CompiledConstraint)] = []
      manifest.forEachConstraint(of: feature) {
        let reported = compiler.reported($0, block: $1, in: feature)
        all.append(($0, $1, contributions[all.count], reported))
      }
      return all
    }
    add(stepsFrom: (app + all.joined()).flatMap(\.3.requests))
    appNumbers = app.map { add($0.0, $0.1, $0.2, $0.3) }
    constraintNumbers = all.map { $0.map { add($0.0, $0.1, $0.2, $0.3) } }
    brokenPlanes = manifest.assumptions.indices.map {
      compiler.logic.plane(where: .no(.reference(.assumption($0))))
    }
    self.planes += brokenPlanes
    openGuard = piece(PageCompiler<PagePlanes>.openGuard(in: manifest))
  }

  private mutating func add(stepsFrom requests: [StepRequest]) {
    var found: Set<RequestTarget> = []
    var rest = requests
    while let request = rest.popLast() {
      switch request.content {
      case .request: break
      case .anyOf(let alternatives): rest += alternatives.joined()
      case .step(let step, _):
        if found.insert(step).inserted { rest += compiler.requests(of: step) }
      }
    }
    for target in [nil] + manifest.references.order {
      for isAwaited in [false, true] {
        let step = RequestTarget(target: target, isAwaited: isAwaited)
        guard found.contains(step) else { continue }
        stepNumbers[step] = self.requests.insert(
          .object(["demands": piece(compiler.requests(of: step))]))
      }
    }
  }

  private mutating func add(
    _ constraint: Constraint, _ block: Int?, _ truth: PlaneTruth,
    _ reported: PageCompiler<PagePlanes>.CompiledConstraint
  ) -> Int {
    planes += [truth.no, truth.notTrue]
    return constraints.insert(
      .object([
        "no": .plane(truth.no), "open": .plane(truth.notTrue), "inactive": plane(reported.inactive),
        "openGuard": plane(reported.openGuard),
        "name": text(constraint.name(block: block, in: manifest)),
        "title": text(manifest.title(of: constraint, block: block)),
        "sentences": piece(reported.sentences), "demands": piece(reported.requests),
      ]))
  }

  var program: PlaneProgram { compiler.logic.maker.program(keeping: planes) }

  // MARK: Pieces

  private mutating func text(_ text: String) -> PageNode { .own(texts.insert(text).index) }

  /// Records that it is needed; constants become ``PageNode/shared(_:)``.
  private mutating func plane(_ plane: Int) -> PageNode {
    switch plane {
    case compiler.logic.never: return .shared(-1)
    case compiler.logic.always: return .shared(compiler.logic.always)
    default:
      planes.append(plane)
      return .plane(plane)
    }
  }

  private mutating func piece(_ sayings: [ConditionalSentence]) -> PageNode {
    var list: [PageNode] = []
    for (when, sentence) in sayings where when != compiler.logic.never {
      list.append(.object(["when": plane(when), "phrases": piece(sentence)]))
      if when == compiler.logic.always { break }
    }
    return .list(list)
  }

  private mutating func piece(_ sentence: PageSentence) -> PageNode {
    .list(
      sentence.phrases.flatMap { phrase -> [PageNode] in
        switch phrase {
        case .text(let words): return pieces(words)
        case .slot(let slot): return [.object(["slot": .own(number(of: slot))])]
        case .number(let planes, let one, let several):
          return [
            .object([
              "count": .list(planes.map { plane($0) }), "one": text(one),
              "several": text(several),
            ])
          ]
        case .operands(let operands):
          let all = operands.filter { $0.when != compiler.logic.never }
          return [
            .object([
              "operands": .list(
                all.map { .object(["when": plane($0.when), "phrases": piece($0.sentence)]) })
            ])
          ]
        case .sentences(let all):
          return [
            .object([
              "all": .list(
                all.map {
                  .object(["when": plane($0.plane), "sentences": piece($0.sentences)])
                })
            ])
          ]
        case .first(let sayings): return [.object(["first": piece(sayings)])]
        }
      })
  }

  /// Names of features become references, so that the page has each once.
  private mutating func pieces(_ words: String) -> [PageNode] {
    var pieces: [PageNode] = []
    var rest = words.unicodeScalars[...]
    var begin = rest.startIndex
    while let open = rest[begin...].firstIndex(of: "“"),
      let close = rest[open...].firstIndex(of: "”")
    {
      begin = rest.index(after: open)
      guard let feature = namedFeatures[ExactText(String(rest[begin..<close]))] else { continue }
      pieces += [phrase(String(rest[..<begin])), .object(["nameOf": .own(feature)])]
      rest = rest[close...]
      begin = rest.startIndex
    }
    return rest.isEmpty ? pieces : pieces + [phrase(String(rest))]
  }

  private mutating func phrase(_ words: String) -> PageNode { .object(["text": text(words)]) }

  private mutating func number(of slot: SentencePlaceholder) -> Int {
    if let number = slotNumbers[slot] { return number }
    let number = slots.insert(facts.piece(slot))
    slotNumbers[slot] = number
    return number
  }

  private mutating func piece(_ requests: [StepRequest]) -> PageNode {
    .list(
      requests.filter { $0.when != compiler.logic.never }.map { request in
        switch request.content {
        case .request(let demanded, let subject):
          let (when, action) = (plane(request.when), PageNode.text(demanded.name))
          let kind = PageNode.shared(subject.kind)
          let number = PageNode.own(subjects.insert(subject.name(in: manifest)).index)
          let phrases = piece(PageSentence(manifest.phrase(for: subject, of: demanded)))
          guard subject.isPlatform else {
            return .object([
              "when": when, "action": action, "kind": kind, "subject": number, "phrases": phrases,
            ])
          }
          return .object([
            "when": when, "action": action, "kind": kind, "subject": number, "phrases": phrases,
            "isPlatform": .truth(true),
          ])
        case .anyOf(let alternatives):
          let pieces = alternatives.map { piece($0) }
          return .object(["when": plane(request.when), "anyOf": .list(pieces)])
        case .step(let step, let isAwaited):
          return .object([
            "when": plane(request.when), "request": .own(stepNumbers[step] ?? 0),
            "isAwaited": .truth(isAwaited),
          ])
        }
      })
  }
}
