import FlintCore
import FlintManifest
import FlintText
import Synchronization

@testable import FlintPopulation

/// A population: what the reading of it makes of every line, cut into pieces, is what the general parser makes of the
/// line on its own.
enum LinesFuzz: FuzzTarget {
  nonisolated(unsafe) private static var vocabulary: Vocabulary!

  static func prepare() throws {
    try KitchenSink.load()
    vocabulary = Vocabulary(PopulationProgram(KitchenSink.file.manifest))
  }

  /// The first byte says how large the pieces are that reading gives, and whether undeclared ids are refused.
  static func run(_ input: [UInt8]) {
    guard let first = input.first else { return }
    let bytes = Array(input.dropFirst())
    let isStrict = first & 1 == 1
    let read = Self.read(bytes, piece: 1 + Int(first >> 1) * 8, isStrict: isStrict)
    hold(read.lines, equals: expected(bytes, isStrict: isStrict), "each line is read for itself")
  }

  private static func read(_ bytes: [UInt8], piece: Int, isStrict: Bool) -> Recorder {
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
    var reader = LineReader(vocabulary, KitchenSink.file.names, isStrict: isStrict)
    var batch = StateBatch(vocabulary.program)
    var recorder = Recorder()
    while feed.fill(&chunk) {
      _ = reader.read(chunk, into: &batch, &recorder)
    }
    reader.scanner.ignored.add(to: &recorder.lines.ignored)
    return recorder
  }

  private static func expected(_ bytes: [UInt8], isStrict: Bool) -> Lines {
    var lines = Lines()
    var general = StateReader(
      KitchenSink.file.manifest, KitchenSink.file.names, undeclared: isStrict ? .refuse : .ignore)
    var batch = StateBatch(vocabulary.program)
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
        lines.accepted.append(Lines.Line(number: index + 1, facts: nil, id: nil, weight: 0))
        continue
      }
      batch.removeAll()
      batch.append(state.applied(to: DeviceState()), weight: 0)
      let id = document.withRoot { $0.member("id")?.source }
      lines.accepted.append(
        Lines.Line(
          number: index + 1, facts: facts(of: batch), id: id, weight: state.weight ?? 1))
      for name in state.ignored.names { lines.ignored[UndeclaredID(name), default: 0] += 1 }
    }
    return lines
  }

  /// Which facts are set of the last state, less those that nobody reads.
  static func facts(of batch: borrowing StateBatch) -> [Bool] {
    let lane = batch.count - 1
    let first = Int(PlaneLayout.permissionDefaults.authorized)
    return (first..<batch.program.layout.count).map { plane in
      let words = UnsafeRawPointer(batch.planes + plane).assumingMemoryBound(to: UInt64.self)
      return words[lane / 64] & (1 << UInt64(lane % 64)) != 0
    }
  }
}

/// What a population says, line by line.
struct Lines: Equatable {
  struct Line: Equatable {
    var number: Int
    /// Nil where the line is refused.
    var facts: [Bool]?
    var id: String?
    var weight: Int64
  }
  var accepted: [Line] = []
  var ignored: [UndeclaredID: Int64] = [:]
}

private struct Recorder: ~Copyable, LineHandler {
  var lines = Lines()

  mutating func accept(line: Int, id: UnsafeBufferPointer<UInt8>?, _ batch: inout StateBatch) {
    let weight = Int64(batch.weights[batch.count - 1])
    let id = id.map { String(decoding: $0, as: UTF8.self) }
    lines.accepted.append(
      Lines.Line(number: line, facts: LinesFuzz.facts(of: batch), id: id, weight: weight))
    batch.removeAll()
  }

  mutating func reject(_ rejection: Rejection, _ batch: inout StateBatch) {
    hold(!rejection.problems.isEmpty, "a line is refused for a reason")
    check(
      InvalidInput(
        SourceFile(path: "input", text: rejection.text, firstLine: rejection.line),
        rejection.problems))
    lines.accepted.append(Lines.Line(number: rejection.line, facts: nil, id: nil, weight: 0))
  }
}
