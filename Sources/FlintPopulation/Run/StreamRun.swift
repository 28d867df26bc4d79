internal import FlintModel
internal import FlintText

package struct StreamSummary: Sendable {
  package var rejected: Int64 = 0

  /// The number of features whose status differs from the one that the line lists as expected, added up over all lines.
  package var drifted: Int64 = 0

  /// The number of lines in which at least one feature has another status than the one that the line lists as expected.
  package var driftedLines: Int64 = 0
  package var ignored: [UndeclaredID: Int64] = [:]
  package var linesWithoutPosition: Int64 = 0
}

extension PopulationRun {
  /// Evaluates the state of each line and writes one line with its result. The results have the order of the input.
  ///
  /// - Parameters:
  ///   - names: The names of the sources, such as files, to include in the results; empty to leave them out.
  ///   - write: Receives complete lines and returns false to end the run early. Only one thread at a time calls it.
  ///   - progress: Receives the number of bytes and lines read so far, from time to time. Only one thread at a time
  ///     calls it.
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

/// The work of one thread in the command `stream`: it reads and evaluates states, and keeps their results until they
/// are written.
struct StreamWorker: ~Copyable {
  private var reader: LineReader
  private var batch: StateBatch
  private var results: StreamResults
  /// For each source of lines (such as an input file), the JSON key `path` with the source's name, as bytes that are
  /// inserted into the result of each of its lines. The array is empty if results do not contain the name.
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

  /// Evaluates the lines of a chunk (a buffer of complete lines). Their results replace those of the previous chunk.
  ///
  /// - Returns: The number of lines in the chunk.
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
