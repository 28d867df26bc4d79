internal import FlintModel

extension PopulationRun {
  /// - Parameters:
  /// - reject: Called in the order of the input, by one thread at a time.
  /// - progress: Bytes and lines read so far; by one thread at a time.
  package func audience(
    _ input: PopulationInput, reject: @escaping @Sendable (_ source: Int, Rejection) -> Void,
    progress: @escaping @Sendable (_ bytes: Int, _ lines: Int) -> Void
  ) throws(PopulationFailure) -> Audience {
    let feed = LineFeed(input, numbersLines: false)
    let tables = ScannerTables(program)
    let order = DeliveryOrder()
    let groups = keys.isEmpty ? nil : GroupTotals(keys, program)
    let total = AudienceTotal(program, groups)
    let position = Locked(InputPosition())
    run(feed) { [program, names, otherNames, options] first in
      let reader = LineReader(tables, names, options, against: otherNames, groups: groups)
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

struct InputPosition {
  private var source = 0
  private var nextLine = 1
  private(set) var bytes = 0
  private(set) var lines = 0

  /// The number of the chunk's first line in its source, from 1.
  mutating func pass(_ chunk: borrowing Chunk, _ lines: Int) -> Int {
    if chunk.source != source { (source, nextLine) = (chunk.source, 1) }
    defer { nextLine += lines }
    bytes += chunk.bytes.count
    self.lines += lines
    return nextLine
  }
}

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
    totals.undated += reader.scanner.undatedLines
    totals.linesWithoutPosition = reader.scanner.linesWithoutPosition
    return totals
  }
}

struct AudienceTotals: ~Copyable, LineHandler {
  var tally: PopulationTally
  var rejected: Int64 = 0
  var ignored: [UndeclaredID: Int64] = [:]
  var undated: Int64 = 0
  var linesWithoutPosition: Int64 = 0

  var rejections: [Rejection] = []

  private var grouped: GroupedStates?

  init(_ program: PopulationProgram, _ groups: GroupTotals? = nil) {
    tally = PopulationTally(program)
    grouped = groups.map { GroupedStates($0, program) }
  }

  mutating func add(_ batch: borrowing StateBatch) {
    if grouped?.add(batch) == nil { tally.add(batch) }
  }

  mutating func finish() { grouped?.evaluateAll() }

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

/// Each thread adds its totals under a lock.
final class AudienceTotal: @unchecked Sendable {
  private let groups: GroupTotals?
  private let lock = Locked(())
  // INVARIANT: `totals` is accessed only while `lock` is held.
  private var totals: AudienceTotals

  init(_ program: PopulationProgram, _ groups: GroupTotals?) {
    self.groups = groups
    totals = AudienceTotals(program)
  }

  func add(_ part: consuming AudienceTotals) {
    lock.withLock { _ in
      totals.tally.add(part.tally)
      totals.rejected += part.rejected
      totals.undated += part.undated
      totals.ignored.merge(part.ignored, uniquingKeysWith: +)
      totals.ignored.keepFirst()
      totals.linesWithoutPosition += part.linesWithoutPosition
    }
  }

  func audience() throws(PopulationFailure) -> Audience {
    let audience: Audience? = lock.withLock { _ in
      let grouped = groups?.audiences(addingTo: &totals.tally)
      guard !totals.tally.isWeightTooLarge else { return nil }
      var audience = totals.tally.audience()
      audience.rejected = totals.rejected
      audience.ignored = totals.ignored
      audience.undated = totals.undated
      audience.linesWithoutPosition = totals.linesWithoutPosition
      audience.groups = grouped
      audience.keys = groups?.keyNames ?? []
      return audience
    }
    guard let audience else { throw .weightTooLarge }
    return audience
  }
}
