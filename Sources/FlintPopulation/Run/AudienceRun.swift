extension PopulationRun {
  /// - Parameters:
  /// - reject: Called in the order of the input, by one thread at a time.
  /// - progress: Called with the totals read so far, by one thread at a time.
  package func audience(
    _ input: PopulationInput, reject: @escaping @Sendable (_ source: Int, Rejection) -> Void,
    progress: @escaping @Sendable (_ bytes: Int, _ lines: Int) -> Void
  ) throws(PopulationFailure) -> Audience {
    let feed = LineFeed(input)
    let tables = ScannerTables(program, changing: options.changes)
    let order = DeliveryOrder()
    let groups = keys.isEmpty ? nil : GroupTotals(keys, program)
    let total = Locked(AudienceTotals(tally: PopulationTally(program)))
    let position = Locked(InputPosition())
    let excess = Locked<(source: Int, Rejection)?>(nil)
    run(feed) { [program, names, otherNames, options] first in
      let reader = LineReader(tables, names, options, against: otherNames, groups: groups)
      var worker = AudienceWorker(program, reader, groups)
      var chunk = first
      repeat {
        let lines = worker.read(chunk)
        order.deliver(chunk.sequence) {
          let limit = position.withLock { $0.weightLimit }
          let weight = worker.takeWeight()
          position.withLock { $0.pass(chunk, lines, weight) }
          guard excess.withLock({ $0 == nil }) else { return }
          if weight > limit {
            let excessive = worker.line(in: chunk, exceeding: limit)
            excess.withLock { $0 = (chunk.source, excessive) }
            return feed.stop()
          }
          for rejection in worker.takeRejections() { reject(chunk.source, rejection) }
          position.withLock { progress($0.bytes, $0.lines) }
        }
        if groups?.areTooMany == true { feed.stop() }
      } while feed.fill(&chunk)
      let part = worker.finish()
      total.withLock { $0.add(part) }
    }
    if feed.hasFailed { throw .unreadable }
    if groups?.areTooMany == true { throw .tooManyGroups }
    if let (source, line) = excess.withLock({ $0 }) { throw .weightTooLarge(source: source, line) }
    return total.withLock { $0.audience(groups) }
  }
}

struct InputPosition {
  private(set) var bytes = 0
  private(set) var lines = 0

  /// The largest total weight that the following lines may have.
  private(set) var weightLimit = UInt64(Int64.max)

  mutating func pass(_ chunk: borrowing Chunk, _ lines: Int, _ weight: UInt64 = 0) {
    weightLimit -= min(weight, weightLimit)
    bytes += chunk.bytes.count
    self.lines += lines
  }
}

struct AudienceTotals: Sendable {
  var tally: PopulationTally
  var rejected: Int64 = 0
  var ignored: [UndeclaredID: Int64] = [:]
  var undated: Int64 = 0
  var linesWithoutPosition: Int64 = 0

  mutating func add(_ part: AudienceTotals) {
    tally.add(part.tally)
    rejected += part.rejected
    undated += part.undated
    ignored.merge(part.ignored, uniquingKeysWith: +)
    ignored.keepFirst()
    linesWithoutPosition += part.linesWithoutPosition
  }

  mutating func audience(_ groups: GroupTotals?) -> Audience {
    let grouped = groups?.audiences(addingTo: &tally)
    var audience = tally.audience()
    audience.rejected = rejected
    audience.ignored = ignored
    audience.undated = undated
    audience.linesWithoutPosition = linesWithoutPosition
    audience.groups = grouped
    audience.keys = groups?.keyNames ?? []
    return audience
  }
}

/// One thread of `audience`.
struct AudienceWorker: ~Copyable {
  private var reader: LineReader
  private var batch: StateBatch
  private var counter: AudienceCounter

  init(
    _ program: PopulationProgram, _ reader: consuming LineReader, _ groups: GroupTotals?
  ) {
    self.reader = reader
    batch = StateBatch(program)
    counter = AudienceCounter(program, groups)
  }

  mutating func read(_ chunk: borrowing Chunk) -> Int {
    reader.read(chunk, into: &batch, &counter)
  }

  mutating func takeRejections() -> [Rejection] {
    defer { counter.rejections = [] }
    return counter.rejections
  }

  /// Returns and resets the weight of the chunk that was read. At most `UInt64.max`.
  mutating func takeWeight() -> UInt64 {
    defer { counter.weight = 0 }
    return counter.weight
  }

  /// The line of the chunk with which the weights exceed a limit. Totals are then wrong.
  mutating func line(in chunk: borrowing Chunk, exceeding limit: UInt64) -> Rejection {
    counter.weight = .max - limit
    counter.excessiveLine = nil
    _ = read(chunk)
    let line = counter.excessiveLine ?? chunk.firstLine
    let number = line - chunk.firstLine
    let bytes = UnsafeBufferPointer(start: chunk.memory, count: chunk.bytes.upperBound)
    let lines = bytes[chunk.bytes].split(
      separator: UInt8(ascii: "\n"), maxSplits: number + 1, omittingEmptySubsequences: false)
    let text = SourceText(lines[number])
    let range = (try? JSONDocument(text))?.withRoot { $0.member("weight")?.range }
    let problem = Diagnostic(
      .error, rule: InputRule.invalidInteger.rawValue,
      message: "the weights of all states add up to more than \(Int64.max)", range: range ?? 0..<1)
    return Rejection(line: line, text: text, problems: [problem])
  }

  consuming func finish() -> AudienceTotals {
    counter.add(batch)
    counter.grouped?.evaluateAll()
    var totals = counter.totals
    reader.scanner.ignored.add(to: &totals.ignored)
    totals.undated += reader.scanner.undatedLines
    totals.linesWithoutPosition = reader.scanner.linesWithoutPosition
    return totals
  }
}

private struct AudienceCounter: ~Copyable, LineHandler {
  var totals: AudienceTotals
  var grouped: GroupedStates?
  var rejections: [Rejection] = []
  var weight: UInt64 = 0

  /// The first line with which ``weight`` exceeds `UInt64.max`.
  var excessiveLine: Int?

  init(_ program: PopulationProgram, _ groups: GroupTotals?) {
    totals = AudienceTotals(tally: PopulationTally(program))
    grouped = groups.map { GroupedStates($0, program) }
  }

  mutating func add(_ batch: borrowing StateBatch) {
    if grouped?.add(batch) == nil { totals.tally.add(batch) }
  }

  @inline(__always)
  mutating func accept(line: Int, id: UnsafeBufferPointer<UInt8>?, _ batch: inout StateBatch) {
    let (sum, overflow) = weight.addingReportingOverflow(batch.weights[batch.count &- 1])
    weight = overflow ? .max : sum
    if overflow, excessiveLine == nil { excessiveLine = line }
    guard batch.isFull else { return }
    add(batch)
    batch.removeAll()
  }

  mutating func expect(_: [Expectation]) {}

  mutating func reject(_ rejection: Rejection, _ batch: inout StateBatch) {
    totals.rejected += 1
    rejections.append(rejection)
  }
}

/// Evaluates a population on several threads in constant memory.
package struct PopulationRun: Sendable {
  let program: PopulationProgram
  let names: ManifestNames
  let options: LineOptions

  /// Names in the old manifest, which lines may use, too.
  let otherNames: ManifestNames?

  let keys: [GroupKey]
  let workers: Int

  /// - Parameters:
  /// - other: The old manifest of a comparison.
  /// - listed: Ids that count for ``Audience/affected``; nil for all.
  /// - workers: Threads; nil for the number of processors, at most eight.
  package init(
    _ file: ManifestFile, _ options: LineOptions = LineOptions(),
    against other: ManifestFile? = nil,
    by keys: [GroupKey] = [], listing listed: [String]? = nil, workers: Int? = nil
  ) {
    self.init(
      file.manifest, file.names, options, against: other.map { ($0.manifest, $0.names) }, by: keys,
      listing: listed, workers: workers)
  }

  package init(
    _ manifest: Manifest, _ names: ManifestNames, _ options: LineOptions = LineOptions(),
    against other: (manifest: Manifest, names: ManifestNames)? = nil, by keys: [GroupKey] = [],
    listing listed: [String]? = nil, workers: Int? = nil
  ) {
    program = PopulationProgram(manifest, against: other?.manifest, listing: listed)
    self.names = names
    self.options = options
    otherNames = other?.names
    self.keys = keys
    self.workers = workers ?? WorkerThread.defaultCount
  }

  /// Calls `work` on this thread and, unless little is read, on others. Each call gets a first
  /// chunk and takes further ones from `feed`.
  func run(
    _ feed: LineFeed, chunkCapacity: Int = Chunk.usualCapacity,
    _ work: @escaping @Sendable (_ first: consuming Chunk) -> Void
  ) {
    var chunk = Chunk(capacity: chunkCapacity)
    guard feed.fill(&chunk) else { return }
    var others: [WorkerThread?] = []
    if chunk.bytes.count > chunkCapacity / 8 {
      // If the system cannot create a thread, the other threads read its chunks.
      others = (1..<max(1, workers)).map { _ in
        WorkerThread {
          var chunk = Chunk(capacity: chunkCapacity)
          if feed.fill(&chunk) { work(consume chunk) }
        }
      }
    }
    work(consume chunk)
    for thread in others { thread?.join() }
  }
}

package enum PopulationFailure: Error {
  /// A source could not be read. Only ``PopulationInput/read`` knows why.
  case unreadable

  /// The total weight exceeds 2^63-1, beginning with this line.
  case weightTooLarge(source: Int, Rejection)

  case tooManyGroups
}

package final class WorkerThread {
  private let thread: pthread_t

  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// In bytes, as the main thread's. Elsewhere the default can be 512 KiB, too small for the
  /// deepest JSON.
  private static let stackSize = 8 << 20

  private static func withAttributes<Result>(
    _ body: (UnsafePointer<pthread_attr_t>) -> Result
  ) -> Result {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    var size = 0
    pthread_attr_getstacksize(&attributes, &size)
    if size < stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
    return body(&attributes)
  }

  /// Nil if the system cannot create a thread.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(body))
    func run(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body() }
      return nil
    }
    #if canImport(Darwin)
      var started: pthread_t!
    #else
      var started = pthread_t()
    #endif
    let code = Self.withAttributes { pthread_create(&started, $0, { run($0) }, work.toOpaque()) }
    guard code == 0 else {
      work.release()
      return nil
    }
    thread = started
  }

  /// Must be called exactly once for each thread.
  package func join() { pthread_join(thread, nil) }

  package static var defaultCount: Int { min(max(1, Int(sysconf(CInt(_SC_NPROCESSORS_ONLN)))), 8) }
}

/// Complete lines of one source.
struct Chunk: ~Copyable {
  /// In bytes; large, so that reading needs few system calls.
  static let usualCapacity = 256 << 10

  /// In bytes; smaller, because results are kept until they are written and are much longer than
  /// lines.
  static let usualCapacityOfStreams = 32 << 10

  private var table: Table<UInt8>
  private(set) var capacity: Int

  var memory: UnsafeMutablePointer<UInt8> { table.start }

  /// Where the lines are in `memory`; each ends with a line feed.
  var bytes = 0..<0

  var source = 0

  /// The chunk's number from 0, over all sources. Results are delivered in this order.
  var sequence = 0

  /// The first line's number, from 1.
  var firstLine = 0

  /// Whether the chunk is the beginning of a line that is longer than ``maxLine``.
  var isCutOff = false

  /// In bytes.
  static let maxLine = 16 << 20

  private let usualCapacity: Int

  init(capacity: Int = Self.usualCapacity) {
    usualCapacity = capacity
    self.capacity = capacity
    table = Self.table(capacity)
  }

  private static func table(_ capacity: Int) -> Table<UInt8> {
    Table(repeating: 0, count: capacity + ByteCursor.readableBytesAfterLine)
  }

  mutating func grow() {
    let larger = Self.table(2 * capacity)
    larger.start.update(from: memory, count: capacity)
    table = larger
    capacity *= 2
  }

  /// Restores the usual capacity after a very long line.
  mutating func shrink() {
    guard capacity > usualCapacity else { return }
    self = Chunk(capacity: usualCapacity)
  }
}

/// Delivers the threads' results in the order of the input.
package final class DeliveryOrder: @unchecked Sendable {
  // INVARIANT: `next` is accessed only while the mutex is locked.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var next = 0

  package init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    pthread_cond_destroy(changed)
    mutex.deallocate()
    changed.deallocate()
  }

  /// Calls `body` after the deliveries with all lower numbers.
  package func deliver(_ sequence: Int, _ body: () -> Void) {
    pthread_mutex_lock(mutex)
    while next != sequence { pthread_cond_wait(changed, mutex) }
    body()
    next += 1
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
  }
}
