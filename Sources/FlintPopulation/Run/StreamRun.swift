internal import FlintCore
internal import FlintText

/// What a stream came to besides its results.
package struct StreamSummary: Sendable {
  package var rejected: Int64 = 0

  /// How many features, over all lines, are not what their line expects.
  package var drifted: Int64 = 0

  /// How many lines have such a feature.
  package var driftedLines: Int64 = 0
  package var ignored: [UndeclaredID: Int64] = [:]
}

extension PopulationRun {
  /// Writes one line for each line read, in their order.
  /// - Parameter names: what the sources are called, where lines are to say which one they are from.
  /// - Parameter write: takes whole lines, by one thread at a time; false where nobody wants more.
  /// - Parameter progress: told how many bytes and lines have been read, now and then; by one thread at a time.
  package func stream(
    _ input: PopulationInput, names sources: [String] = [],
    write: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool,
    progress: @escaping @Sendable (_ bytes: Int, _ lines: Int) -> Void = { _, _ in }
  ) throws(PopulationFailure) -> StreamSummary {
    let feed = LineFeed(input, numbersLines: true)
    let vocabulary = Vocabulary(program)
    let texts = ResultTexts(program)
    let order = DeliveryOrder()
    let position = Locked(InputPosition())
    let total = Locked(StreamSummary())
    let paths = sources.map { Array("\"path\":\(JSONText.quoted($0)),".utf8) }
    run(feed, chunkCapacity: Chunk.usualCapacityOfStreams) { [program, names, options] first in
      var worker = StreamWorker(
        program, LineReader(vocabulary, names, options), texts, paths: paths)
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
      }
    }
    if feed.hasFailed { throw .unreadable }
    return total.withLock { $0 }
  }
}

/// Writes the results of what one thread reads.
struct StreamWorker: ~Copyable {
  private var reader: LineReader
  private var batch: StateBatch
  private var results: StreamResults
  /// For each source what its results say of it.
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

  /// - Returns: how many lines there were.
  mutating func read(_ chunk: borrowing Chunk) -> Int {
    results.buffer.removeAll()
    if !paths.isEmpty { results.path = paths[chunk.source] }
    let lines = reader.read(chunk, into: &batch, &results)
    // Ids are pieces of the chunk, which will be filled again.
    results.write(&batch)
    return lines
  }

  func withResults(_ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    body(results.buffer.bytes)
  }

  consuming func finish() -> StreamSummary {
    var summary = StreamSummary(
      rejected: results.rejected, drifted: results.drifted, driftedLines: results.driftedLines)
    reader.scanner.ignored.add(to: &summary.ignored)
    return summary
  }
}
