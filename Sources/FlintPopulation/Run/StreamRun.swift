internal import FlintModel
internal import FlintText

package struct StreamSummary: Sendable {
  package var rejected: Int64 = 0

  /// Over all lines.
  package var drifted: Int64 = 0

  package var driftedLines: Int64 = 0
  package var ignored: [UndeclaredID: Int64] = [:]
  package var linesWithoutPosition: Int64 = 0
}

extension PopulationRun {
  /// Results have the order of the input.
  /// - Parameters:
  /// - names: Of the sources; empty to leave them out.
  /// - write: Returns false to end early. By one thread at a time, as `progress` is.
  package func stream(
    _ input: PopulationInput, names sources: [String] = [],
    write: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool,
    progress: @escaping @Sendable (_ bytes: Int, _ lines: Int) -> Void = { _, _ in }
  ) throws(PopulationFailure) -> StreamSummary {
    let feed = LineFeed(input, numbersLines: true)
    let tables = ScannerTables(program)
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
            _ = $0.pass(chunk, lines)
            progress($0.bytes, $0.lines)
          }
        }
      } while feed.fill(&chunk)
      let part = worker.finish()
      total.withLock { total in
        total.rejected += part.rejected
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
    results = StreamResults(texts, featureCount: program.featureCount)
  }

  /// Replaces the results of the previous chunk. Returns the number of lines.
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
      rejected: results.rejected, drifted: results.drifted, driftedLines: results.driftedLines)
    reader.scanner.ignored.add(to: &summary.ignored)
    summary.linesWithoutPosition = reader.scanner.linesWithoutPosition
    return summary
  }
}
