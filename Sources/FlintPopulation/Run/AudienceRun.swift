internal import FlintCore

extension PopulationRun {
  /// Adds up a whole population.
  /// - Parameter reject: told of every line that cannot be read, in the order of the input; by one thread at a time.
  /// - Parameter progress: told how many bytes and lines have been read, now and then; by one thread at a time.
  package func audience(
    _ input: PopulationInput, reject: @escaping @Sendable (_ source: Int, Rejection) -> Void,
    progress: @escaping @Sendable (_ bytes: Int, _ lines: Int) -> Void
  ) throws(PopulationFailure) -> Audience {
    let feed = LineFeed(input, numbersLines: false)
    let vocabulary = Vocabulary(program)
    let order = DeliveryOrder()
    let groups = keys.isEmpty ? nil : GroupTotals(keys, program)
    let total = AudienceTotal(program, groups)
    let position = Locked(InputPosition())
    run(feed) { [program, names, otherNames, options] first in
      let reader = LineReader(vocabulary, names, options, against: otherNames, groups: groups)
      var worker = AudienceWorker(program, reader, groups)
      var chunk = first
      repeat {
        let lines = worker.read(chunk)
        order.deliver(chunk.sequence) {
          let firstLine = position.withLock { $0.pass(chunk, lines) }
          for var rejection in worker.takeRejections() {
            rejection.line += firstLine
            reject(chunk.source, rejection)
          }
          position.withLock { progress($0.bytes, $0.lines) }
        }
        if groups?.areTooMany == true { feed.stop() }
      } while feed.fill(&chunk)
      total.add(worker.finish())
    }
    if feed.hasFailed { throw .unreadable }
    if groups?.areTooMany == true { throw .tooManyGroups }
    return try total.audience()
  }
}

/// How far the input has been read.
struct InputPosition {
  private var source = 0
  private var nextLine = 1
  private(set) var bytes = 0
  private(set) var lines = 0

  /// Goes past a chunk, and gives the number of its first line.
  mutating func pass(_ chunk: borrowing Chunk, _ lines: Int) -> Int {
    if chunk.source != source { (source, nextLine) = (chunk.source, 1) }
    defer { nextLine += lines }
    bytes += chunk.bytes.count
    self.lines += lines
    return nextLine
  }
}

/// Adds up what one thread reads.
struct AudienceWorker: ~Copyable {
  private var reader: LineReader
  private var batch: StateBatch
  private var totals: AudienceTotals

  init(
    _ program: PopulationProgram, _ reader: consuming LineReader, _ groups: GroupTotals?
  ) {
    self.reader = reader
    batch = StateBatch(program)
    totals = AudienceTotals(program, groups)
  }

  mutating func read(_ chunk: borrowing Chunk) -> Int {
    reader.read(chunk, into: &batch, &totals)
  }

  mutating func takeRejections() -> [Rejection] {
    defer { totals.rejections = [] }
    return totals.rejections
  }

  consuming func finish() -> AudienceTotals {
    totals.add(batch)
    totals.finish()
    reader.scanner.ignored.add(to: &totals.ignored)
    return totals
  }
}

/// The sums of one thread, or of all.
struct AudienceTotals: ~Copyable, LineHandler {
  var tally: PopulationTally
  var rejected: Int64 = 0
  var ignored: [UndeclaredID: Int64] = [:]

  /// The rejected lines of the chunk at hand.
  var rejections: [Rejection] = []

  /// Where states are grouped: those that wait, of which the tally knows nothing.
  private var grouped: GroupedStates?

  init(_ program: PopulationProgram, _ groups: GroupTotals? = nil) {
    tally = PopulationTally(program)
    grouped = groups.map { GroupedStates($0, program) }
  }

  mutating func add(_ batch: borrowing StateBatch) {
    if grouped?.add(batch) == nil { tally.add(batch) }
  }

  mutating func finish() { grouped?.judgeAll() }

  @inline(__always)
  mutating func accept(line: Int, id: UnsafeBufferPointer<UInt8>?, _ batch: inout StateBatch) {
    guard batch.isFull else { return }
    add(batch)
    batch.removeAll()
  }

  mutating func expect(_: [Expectation]) {}

  mutating func reject(_ rejection: Rejection, _ batch: inout StateBatch) {
    rejected += 1
    rejections.append(rejection)
  }
}

/// The sums of all threads.
final class AudienceTotal: @unchecked Sendable {
  private let program: PopulationProgram
  private let groups: GroupTotals?
  private let lock = Locked(())
  // INVARIANT: reached only while `lock` is held.
  private var totals: AudienceTotals

  init(_ program: PopulationProgram, _ groups: GroupTotals?) {
    self.program = program
    self.groups = groups
    totals = AudienceTotals(program)
  }

  func add(_ part: consuming AudienceTotals) {
    lock.withLock { _ in
      totals.tally.add(part.tally)
      totals.rejected += part.rejected
      totals.ignored.merge(part.ignored, uniquingKeysWith: +)
    }
  }

  func audience() throws(PopulationFailure) -> Audience {
    let audience: Audience? = lock.withLock { _ in
      let grouped = groups?.audiences(addingTo: &totals.tally)
      guard !totals.tally.isTooHeavy else { return nil }
      var audience = totals.tally.audience()
      audience.rejected = totals.rejected
      audience.ignored = totals.ignored
      audience.groups = grouped
      return audience
    }
    guard let audience else { throw .tooHeavy }
    return audience
  }
}
