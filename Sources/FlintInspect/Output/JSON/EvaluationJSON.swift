import FlintAnalysis
import FlintManifest
import FlintModel
import FlintPopulation
import FlintText

struct EvaluationJSON: EvaluationRenderer {
  private(set) var sentences: Sentences?
  var writerState = JSONWriter.State()
  private var features: FeatureJSON?
  private var baseline: FeatureJSON?

  init() {}

  mutating func begin(_ head: ReportContext, into sink: inout ByteSink) {
    sink.json(.facts, at: &writerState) { json in
      json.beginObject(.lines)
      json.member("formatVersion", 1)
      json.member("manifest", head.manifestPath)
      json.key("state")
      StateJSON(state: head.sentences.state).write(to: &json)
      if let baseline = head.baseline {
        json.key("baseline")
        StateJSON(state: baseline.sentences.state).write(to: &json)
      }
      if let broken = BrokenAssumptions(describing: head.sentences) {
        json.key("broken")
        BrokenAssumptions.json.write(broken, &json)
      }
      json.key("summary")
      json.object { json in
        for status in FeatureStatus.allCases {
          json.key(named: status.name)
          json.int(head.counts[status])
        }
      }
      json.key("features")
      json.beginArray(.lines)
    }
    sentences = head.sentences
    features = FeatureJSON(head.sentences)
    baseline = head.baseline.map { FeatureJSON($0.sentences) }
  }

  mutating func add(
    _ evaluation: FeatureEvaluation, baseline old: FeatureEvaluation?, into sink: inout ByteSink
  ) {
    sink.json(.facts, at: &writerState) { json in
      features?.write(evaluation, to: &json) { json in
        guard let old else { return }
        json.key("baseline")
        json.object { json in
          json.member("status", old.status.name)
          json.key("blockers")
          baseline?.writeBlockers(old, to: &json)
        }
      }
    }
  }

  mutating func end(into sink: inout ByteSink) {
    sink.json(.facts, at: &writerState) { json in
      json.endArray()
      json.endObject()
      json.endLine()
    }
  }
}

extension EvaluationJSON {
  /// - Parameter forEach: Passes each result in order.
  mutating func addAll(
    _ forEach: @escaping @Sendable (Range<Int>, (FeatureEvaluation) -> Void) -> Void,
    into sink: inout ByteSink
  ) {
    guard let sentences, sentences.manifest.features.count > 0 else { return }
    let first = writerState
    sink.append(sentences.manifest.features.count, inPiecesOf: 512) {
      let features = FeatureJSON(sentences)
      return { range, sink in
        var writerState = range.lowerBound == 0 ? first : first.afterElement
        sink.json(.facts, at: &writerState) { json in
          forEach(range) { features.write($0, to: &json) }
        }
      }
    }
    writerState = writerState.afterElement
  }
}

struct BrokenAssumptions {
  private let ids: [String]

  static let documentation =
    "The ids of the assumptions that make this state impossible; absent if the state is possible"

  /// Nil without any.
  init?(describing sentences: Sentences) {
    let broken = sentences.brokenAssumptions
    if broken.isEmpty { return nil }
    ids = broken.map { sentences.manifest.assumptions[$0].id }
  }

  static var json: JSONOutput<BrokenAssumptions> {
    JSONOutput<[String]>.list(of: .id, atLeast: 1).of(\.ids)
  }
}

extension ByteSink {
  /// Threads write parts into buffers, appended in order. With two, `evaluate --format json` takes
  /// a quarter less time for 10,000 features.
  /// - Parameters:
  /// - pieceSize: Of some hundred kilobytes, for the cache.
  /// - makeWriter: Called once on each thread.
  mutating func append(
    _ count: Int, inPiecesOf pieceSize: Int,
    _ makeWriter: @escaping @Sendable () -> (Range<Int>, inout ByteSink) -> Void
  ) {
    if count <= pieceSize { return makeWriter()(0..<count, &self) }
    withUnsafeMutablePointer(to: &self) { sink in
      let relay = Relay(count, pieceSize, sink)
      // If the system cannot create a thread, the others do its work.
      let others = (1..<min(WorkerThread.defaultCount, relay.pieceCount)).map { _ in
        WorkerThread { relay.write(makeWriter()) }
      }
      relay.write(makeWriter())
      for thread in others { thread?.join() }
    }
  }
}

private final class Relay: @unchecked Sendable {
  let pieceCount: Int
  private let count: Int
  private let pieceSize: Int
  private let next = Locked(0)
  private let order = DeliveryOrder()

  private let cancellation = Cancellation.current

  // INVARIANT: only the thread whose turn it is uses the pointer, and only until all threads have ended.
  private let sink: UnsafeMutablePointer<ByteSink>

  init(_ count: Int, _ pieceSize: Int, _ sink: UnsafeMutablePointer<ByteSink>) {
    self.count = count
    self.pieceSize = pieceSize
    self.sink = sink
    pieceCount = (count + pieceSize - 1) / pieceSize
  }

  /// One part at a time, appended after all before it.
  func write(_ write: (Range<Int>, inout ByteSink) -> Void) {
    var piece = ByteSink()
    while let number = take() {
      let start = number * pieceSize
      write(start..<min(start + pieceSize, count), &piece)
      order.deliver(number) { piece.withBytes { sink.pointee.pass($0) } }
      piece.removeAll()
    }
  }

  private func take() -> Int? {
    next.withLock { next in
      guard next < pieceCount, cancellation?.isCancelled != true else { return nil }
      defer { next += 1 }
      return next
    }
  }
}

/// Repeated constraints and steps become text once.
struct FeatureJSON {
  private let state: ResolvedState
  private let manifest: Manifest
  private let constraints: ConstraintJSON

  init(_ sentences: Sentences) {
    state = sentences.state
    manifest = sentences.manifest
    constraints = ConstraintJSON(sentences)
  }

  func write(
    _ evaluation: FeatureEvaluation, to json: inout JSONWriter,
    more: (inout JSONWriter) -> Void = { _ in }
  ) {
    json.beginObject(.lines)
    // Accessing single fields avoids a copy of the declaration, which would retain all of its contents.
    json.key("id")
    json.string(manifest.features[evaluation.feature].id)
    json.key("name", joinsLine: true)
    json.string(manifest.features[evaluation.feature].name)
    if let team = manifest.team(of: evaluation.feature) {
      json.key("team")
      json.string(team)
    }
    if let until = manifest.features[evaluation.feature].until {
      json.key("until", joinsLine: true)
      json.string(until.description)
    }
    json.key("parent")
    if let parent = manifest.features[evaluation.feature].parent {
      json.string(manifest.features[parent].id)
    } else {
      json.null()
    }
    json.key("path", joinsLine: true)
    json.beginArray()
    writePath(evaluation.feature, to: &json)
    json.endArray()
    json.key("status")
    json.string(evaluation.status.name)
    json.key("ownStatus", joinsLine: true)
    json.string(evaluation.ownStatus.name)
    json.key("constraints")
    json.beginArray(.lines)
    let owner = ConstraintContext(evaluation.feature)
    // Iterating by index, here and below, avoids copying evaluated constraints.
    for index in evaluation.constraints.indices {
      constraints.write(evaluation.constraints[index], of: owner, to: &json)
    }
    json.endArray()
    json.key("blockers")
    writeBlockers(evaluation, to: &json)
    json.key("nextStep")
    write(evaluation.nextStep, to: &json)
    more(&json)
    json.endObject()
  }

  func write(ofApp constraint: ConstraintEvaluation, to json: inout JSONWriter) {
    constraints.write(constraint, of: ConstraintContext(nil), to: &json)
  }

  func writeBlockers(_ evaluation: FeatureEvaluation, to json: inout JSONWriter) {
    json.beginArray(.lines)
    for index in evaluation.blockers.indices {
      json.beginObject()
      json.key("feature")
      if let feature = evaluation.blockers[index].feature {
        json.string(manifest.features[feature].id)
      } else {
        json.null()
      }
      json.key("constraint")
      let blocking = evaluation.blockers[index].constraint
      json.string(blocking.constraint.name(block: blocking.block, in: manifest))
      json.endObject()
    }
    json.endArray()
  }

  private func writePath(_ feature: Int, to json: inout JSONWriter) {
    if let parent = manifest.features[feature].parent { writePath(parent, to: &json) }
    json.string(manifest.features[feature].id)
  }

  private func write(_ step: NextStep?, to json: inout JSONWriter) {
    guard let step else { return json.null() }
    json.beginObject()
    json.member("action", step.action.name)
    json.key("subjects")
    json.beginArray()
    for name in step.names(in: manifest) { json.string(name) }
    json.endArray()
    json.member("message", step.message(in: state))
    json.endObject()
  }
}

struct ConstraintJSON {
  private let sentences: Sentences
  private let manifest: Manifest

  init(_ sentences: Sentences) {
    self.sentences = sentences
    manifest = sentences.manifest
  }

  func write(
    _ evaluation: ConstraintEvaluation, of owner: ConstraintContext, to json: inout JSONWriter
  ) {
    let constraint = evaluation.constraint
    let facts = ConstraintFacts(evaluation, of: owner, sentences)
    // `beginObject` is used because the closure that `object` takes would retain a copy of the state.
    json.beginObject()
    json.member("id", constraint.name(block: evaluation.block, in: manifest))
    json.member("kind", constraint.kind.name)
    json.member("owner", constraint.owner(in: manifest)?.name)
    json.member("status", evaluation.status.name)
    json.key("required")
    json.value(facts.required)
    json.key("actual")
    json.value(facts.actual)
    json.member("message", sentences.message(of: evaluation, of: owner))
    if constraint.isComposite {
      let inner = owner.inside(constraint)
      json.key("operands")
      json.beginArray(.lines)
      for operand in evaluation.operands {
        json.beginArray(.lines)
        for constraint in operand { write(constraint, of: inner, to: &json) }
        json.endArray()
      }
      json.endArray()
    }
    json.endObject()
  }
}

extension Constraint {
  fileprivate var isComposite: Bool {
    switch self {
    case .condition, .allOf, .anyOf, .not: true
    case .requirement, .feature: false
    }
  }
}
