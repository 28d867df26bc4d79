package struct StreamSummary: Sendable {
  /// Rejected lines by rule.
  package var rejections: [String: Int64] = [:]

  /// Statuses that differ from the lines' `expect`.
  package var drifted: Int64 = 0

  package var driftedLines: Int64 = 0
  package var ignored: [UndeclaredID: Int64] = [:]
  package var linesWithoutPosition: Int64 = 0
}

extension PopulationRun {
  /// Results have the order of the input.
  /// - Parameters:
  /// - names: The sources' names; empty to omit them from results.
  /// - write: Returns false to end early. Called by one thread at a time, as `progress` is.
  package func stream(
    _ input: PopulationInput, names sources: [String] = [],
    write: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool,
    progress: @escaping @Sendable (_ bytes: Int, _ lines: Int) -> Void = { _, _ in }
  ) throws(PopulationFailure) -> StreamSummary {
    let feed = LineFeed(input)
    let tables = ScannerTables(program, changing: options.changes)
    let texts = ResultTexts(program)
    let order = DeliveryOrder()
    let position = Locked(InputPosition())
    let total = Locked(StreamSummary())
    let paths = sources.map { Array("\"path\":\(JSONText.quoted($0)),".utf8) }
    run(feed, chunkCapacity: Chunk.usualCapacityOfStreams) { [program, names, options] first in
      var worker = StreamWorker(
        program, LineReader(tables, names, options), texts, paths: paths)
      var chunk = first
      repeat {
        let lines = worker.read(chunk)
        order.deliver(chunk.sequence) {
          if !worker.withResults(write) { feed.stop() }
          position.withLock {
            $0.pass(chunk, lines)
            progress($0.bytes, $0.lines)
          }
        }
      } while feed.fill(&chunk)
      let part = worker.finish()
      total.withLock { total in
        total.rejections.merge(part.rejections, uniquingKeysWith: +)
        total.drifted += part.drifted
        total.driftedLines += part.driftedLines
        total.ignored.merge(part.ignored, uniquingKeysWith: +)
        total.ignored.keepFirst()
        total.linesWithoutPosition += part.linesWithoutPosition
      }
    }
    if feed.hasFailed { throw .unreadable }
    return total.withLock { $0 }
  }
}

/// One thread of `stream`.
struct StreamWorker: ~Copyable {
  private var reader: LineReader
  private var batch: StateBatch
  private var results: StreamResults
  /// By source, the key `path` with its value.
  private let paths: [[UInt8]]

  init(
    _ program: PopulationProgram, _ reader: consuming LineReader, _ texts: ResultTexts,
    paths: [[UInt8]] = []
  ) {
    self.paths = paths
    self.reader = reader
    batch = StateBatch(program)
    results = StreamResults(texts)
  }

  /// Evaluates the chunk's lines. Replaces previous results, and returns the number of lines.
  mutating func read(_ chunk: borrowing Chunk) -> Int {
    results.buffer.removeAll()
    if !paths.isEmpty { results.path = paths[chunk.source] }
    let lines = reader.read(chunk, into: &batch, &results)
    // The ids point into the memory of the chunk. All results must be written before the chunk is reused.
    results.write(&batch)
    return lines
  }

  func withResults(_ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    results.buffer.withBytes(body)
  }

  consuming func finish() -> StreamSummary {
    var summary = StreamSummary(
      rejections: results.reasons, drifted: results.drifted, driftedLines: results.driftedLines)
    reader.scanner.ignored.add(to: &summary.ignored)
    summary.linesWithoutPosition = reader.scanner.linesWithoutPosition
    return summary
  }
}

extension Schema {
  /// The form of a result line. ``StreamResults`` writes lines without this schema for speed; tests
  /// check them against it.
  package static var streamLine: Schema {
    let features = Schema.list(of: .id)
    return Schema.closed(
      [
        (
          "id",
          [
            "description":
              "The state's `id` as in the input, any JSON value; absent if it has none"
          ]
        ),
        ("path", text.described("The file of the line; present if several files are read")),
        ("line", integer(from: 1).described("The number of the line in its file, from 1")),
        ("available", features.described("The available features, in the manifest's order")),
        ("undetermined", features.described("The undetermined features")),
        (
          "unavailable",
          map(from: .id, to: list(of: .nonEmptyText)).described(
            "The unavailable features with their blockers; a constraint of an ancestor is written FEATURE/CONSTRAINT"
          )
        ),
        (
          "drift",
          map(from: .id, to: drift).described(
            "With `--expect`, the features whose status differs from the expected one; absent if none"
          )
        ),
        (
          "error",
          nonEmptyText.described(
            "The reason why the line was rejected; the result then has no features, and an id if it can be read"
          )
        ),
      ], required: ["line"]
    ).with([
      "if": requires("error"),
      "then": [
        "properties": [
          "available": false, "undetermined": false, "unavailable": false,
          "drift": false,
        ]
      ],
      "else": ["required": ["available", "undetermined", "unavailable"]],
    ])
  }

  private static var drift: Schema {
    let status = Schema.names(of: FeatureStatus.self)
    return named("drift") {
      Schema.closed(
        [
          ("expected", status.described("The status that the line expects")),
          ("actual", status.described("The actual status of the feature")),
        ], required: ["expected", "actual"]
      ).described("A feature whose status differs from the expected one")
    }
  }
}

/// Escaped ids of features and constraints, without quotation marks. Escaping them for each line
/// makes `stream` take 1.8 times as long.
final class ResultTexts: @unchecked Sendable {
  // INVARIANT: nothing changes after `init`, so instances can be shared between threads.
  private let memory: Table<UInt8>
  private let features: [Range<Int>]
  private let constraints: [Range<Int>]

  init(_ program: PopulationProgram) {
    var sink = ByteSink()
    var ends = [0]
    func append(_ text: String) {
      JSONText.write(text, to: &sink)
      ends.append(sink.count)
    }
    // The app comes after the features in `program.features`. It has no id, so its text is empty.
    for index in program.features.indices { append(program.name(of: index) ?? "") }
    for index in program.features.indices {
      for name in program.constraintNames(of: index) { append(name) }
    }
    memory = Table(sink.withBytes { Array($0) })
    let inside = zip(ends, ends.dropFirst()).map { $0 + 1..<$1 - 1 }
    features = Array(inside.prefix(program.features.count))
    constraints = Array(inside.dropFirst(program.features.count))
  }

  /// The feature's id, valid as long as this object.
  @inline(__always)
  func feature(_ index: Int) -> UnsafeBufferPointer<UInt8> { text(features[index]) }

  @inline(__always)
  func constraint(_ index: Int) -> UnsafeBufferPointer<UInt8> { text(constraints[index]) }

  @inline(__always)
  private func text(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: memory.start + range.lowerBound, count: range.count)
  }
}

extension ByteSink {
  /// JSON text that a terminal can show: U+007F to U+009F are escaped, control characters between
  /// values become spaces.
  mutating func append(untrusted text: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < text.count {
      let byte = text[index]
      let isPair = byte == 0xC2 && index + 1 < text.count && text[index + 1] < 0xA0
      if byte == 0x7F || isPair {
        let value = isPair ? text[index + 1] : byte
        let digits: StaticString = "0123456789abcdef"
        append("\\u00")
        append(digits.utf8Start[Int(value >> 4)])
        append(digits.utf8Start[Int(value & 15)])
        index += isPair ? 2 : 1
      } else {
        append(byte < 0x20 ? UInt8(ascii: " ") : byte)
        index += 1
      }
    }
  }
}
