import FlintManifest
import FlintModel
import FlintText
import Synchronization

@testable import FlintPopulation

/// Reads a population. The line reader, which gets the input in chunks, must agree with the general parser on each
/// line.
enum LinesFuzz: FuzzTarget {
  nonisolated(unsafe) private static var tables: ScannerTables!

  static func prepare() throws {
    try KitchenSink.load()
    tables = ScannerTables(PopulationProgram(KitchenSink.file.manifest))
  }

  /// Processes an input. Its first byte selects how lines are read, and the size of the chunks.
  static func run(_ input: [UInt8]) {
    guard let first = input.first else { return }
    let bytes = Array(input.dropFirst())
    let options = LineOptions(
      isStrict: first & 1 != 0, assignsPositions: first & 2 != 0,
      comparesExpectations: first & 4 != 0)
    let read = Self.read(bytes, piece: 1 + Int(first >> 3) * 32, options)
    hold(
      read.lines, equals: expected(bytes, options),
      "each line gives the same result as when it is read alone")
  }

  private static func read(_ bytes: [UInt8], piece: Int, _ options: LineOptions) -> Recorder {
    let position = Mutex(0)
    let feed = LineFeed(
      PopulationInput(sources: 1) { _, memory in
        position.withLock { position in
          let next = bytes.dropFirst(position).prefix(min(piece, memory.count))
          memory.copyBytes(from: next)
          position += next.count
          return next.count
        }
      }, numbersLines: true)
    var chunk = Chunk(capacity: 64)
    var reader = LineReader(tables, KitchenSink.file.names, options)
    var batch = StateBatch(tables.program)
    var recorder = Recorder()
    while feed.fill(&chunk) {
      _ = reader.read(chunk, into: &batch, &recorder)
    }
    reader.scanner.ignored.add(to: &recorder.lines.ignored)
    return recorder
  }

  private static func expected(_ bytes: [UInt8], _ options: LineOptions) -> Lines {
    var lines = Lines()
    let manifest = KitchenSink.file.manifest
    var general = StateReader(
      manifest, KitchenSink.file.names, undeclared: options.isStrict ? .refuse : .ignore)
    general.takesExpectations = true
    var batch = StateBatch(tables.program)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
    let parts = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if part.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { continue }
      let line = part.last == 0x0D ? part.dropLast() : part
      guard !line.starts(with: mark), let document = try? JSONDocument(Array(line)),
        let state = general.read(document)
      else {
        _ = general.takeProblems()
        lines.accepted.append(Lines.Line(number: index + 1))
        continue
      }
      batch.removeAll()
      var given = state.applied(to: manifest.freshInstall)
      if options.assignsPositions, let id = document.withRoot({ drawn(by: $0.member("id")) }) {
        for bucket in manifest.buckets.indices where given.buckets[bucket] == nil {
          let position = tables.bucketPositions.position(in: bucket, of: id.utf8)
          given.buckets[bucket] = Percent(tenThousandths: position)
        }
      }
      batch.append(given, weight: 0)
      let id = document.withRoot { $0.member("id")?.source }
      lines.accepted.append(
        Lines.Line(
          number: index + 1, facts: facts(of: batch), id: id, weight: state.weight ?? 1,
          expected: options.comparesExpectations ? state.expected : [:]))
      for name in state.ignored.names { lines.ignored[UndeclaredID(name), default: 0] += 1 }
    }
    return lines
  }

  /// Returns the text that determines the rollout buckets for an id; nil if the id is neither a string nor an integer.
  private static func drawn(by id: JSONValue?) -> String? {
    switch id?.kind {
    case .string: return id?.string
    case .number:
      guard let source = id?.source, !source.contains(where: { ".eE".contains($0) }) else {
        return nil
      }
      return source == "-0" ? "0" : source
    case .object, .array, .bool, .null, nil: return nil
    }
  }

  /// Returns which facts of the last state are set, except facts that no constraint uses.
  static func facts(of batch: borrowing StateBatch) -> [Bool] {
    let lane = batch.count - 1
    let first = Int(PlaneLayout.unread) + 3
    return (first..<batch.program.layout.count).map { plane in
      let words = UnsafeRawPointer(batch.planes + plane).assumingMemoryBound(to: UInt64.self)
      return words[lane / 64] & (1 << UInt64(lane % 64)) != 0
    }
  }
}

struct Lines: Equatable {
  struct Line: Equatable {
    var number: Int
    /// The facts; nil for a rejected line.
    var facts: [Bool]?
    var id: String?
    var weight: Int64 = 0
    var expected: [Int: FeatureStatus] = [:]
  }
  var accepted: [Line] = []
  var ignored: [UndeclaredID: Int64] = [:]
}

private struct Recorder: ~Copyable, LineHandler {
  var lines = Lines()
  private var expected: [Int: FeatureStatus] = [:]

  mutating func expect(_ expected: [Expectation]) {
    self.expected = Dictionary(expected.map { ($0.feature, $0.status) }) { $1 }
  }

  mutating func accept(line: Int, id: UnsafeBufferPointer<UInt8>?, _ batch: inout StateBatch) {
    let weight = Int64(batch.weights[batch.count - 1])
    let id = id.map { String(decoding: $0, as: UTF8.self) }
    lines.accepted.append(
      Lines.Line(
        number: line, facts: LinesFuzz.facts(of: batch), id: id, weight: weight, expected: expected)
    )
    expected = [:]
    batch.removeAll()
  }

  mutating func reject(_ rejection: Rejection, _ batch: inout StateBatch) {
    hold(!rejection.problems.isEmpty, "rejected input has at least one problem")
    check(
      InvalidInput(
        SourceFile(path: "input", text: rejection.text, firstLine: rejection.line),
        rejection.problems))
    lines.accepted.append(Lines.Line(number: rejection.line))
  }
}
