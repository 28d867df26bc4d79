protocol LineHandler: ~Copyable {
  /// Called after a line's state was added. `id` is JSON text, valid until the chunk has been read.
  mutating func accept(
    line: Int, id: UnsafeBufferPointer<UInt8>?, _ batch: inout StateBatch)

  /// Called with a line's expectations, before ``accept(line:id:_:)``.
  mutating func expect(_ expected: [Expectation])

  mutating func reject(_ rejection: Rejection, _ batch: inout StateBatch)
}

package struct Rejection: Sendable {
  /// The line's number in its source, from 1.
  package var line: Int

  package var text: SourceText

  /// In the order of their positions; at least one.
  package var problems: [Diagnostic]

  /// The range of the line's `id`, if it can be read.
  package var id: Range<Int>?
}

/// Reads lines with the fast ``StateScanner``, uncommon ones with the general parser.
struct LineReader: ~Copyable {
  var scanner: StateScanner
  private var general: StateReader
  private let manifest: Manifest

  private var other:
    (
      reader: StateReader, changes: [PartialState], manifest: Manifest, names: CombinedDeclarations
    )?

  /// - Parameter other: The old manifest's ids in a comparison.
  init(
    _ tables: ScannerTables, _ names: ManifestNames, _ options: LineOptions,
    against other: ManifestNames? = nil, groups: GroupTotals? = nil
  ) {
    scanner = StateScanner(tables, options, groups)
    manifest = tables.program.manifest
    if let other, let comparison = tables.program.comparison {
      let manifest = comparison.planes.manifest
      var reader = StateReader(manifest, other, undeclared: .ignore)
      let changes = options.changes.map { change in
        let text = SourceText(LineChange.text(of: change, tables.program.manifest))
        return (try? JSONDocument(text))?.withRoot { reader.read($0) } ?? PartialState()
      }
      reader.problems = InputProblems()
      self.other = (reader, changes, manifest, comparison.names)
    }
    general = StateReader(manifest, names, undeclared: options.isStrict ? .refuse : .ignore)
    general.takesExpectations = true
  }

  /// Reads the chunk's lines into the batch, which the handler empties when full. With the general
  /// parser alone, `audience` takes 1.5 times as long.
  /// - Returns: The number of lines.
  mutating func read(
    _ chunk: borrowing Chunk, into batch: inout StateBatch,
    _ handler: inout some LineHandler & ~Copyable
  ) -> Int {
    if chunk.isCutOff {
      let beginning = UnsafeBufferPointer(
        start: chunk.memory + chunk.bytes.lowerBound, count: chunk.bytes.count - 1)
      let problem = Diagnostic(
        .error, rule: "not-lines-of-json",
        message: "the line is longer than \(Chunk.maxLine >> 20) MB", range: 0..<1)
      handler.reject(
        Rejection(line: chunk.firstLine, text: SourceText(beginning), problems: [problem]), &batch)
      return 1
    }
    var line = UnsafePointer(chunk.memory) + chunk.bytes.lowerBound
    let end = UnsafePointer(chunk.memory) + chunk.bytes.upperBound
    var number = chunk.firstLine
    while line < end {
      if let scanned = scanner.scan(line, into: batch.nextLane) {
        batch.commit(weight: UInt64(scanned.weight), group: scanned.group)
        if scanner.options.comparesExpectations { handler.expect(scanner.expected) }
        handler.accept(line: number, id: scanned.id, &batch)
        line = scanned.end + 1
      } else {
        batch.removeLastState()
        let lineEnd = Self.endOfLine(from: line, before: end)
        readUnusual(
          UnsafeBufferPointer(start: line, count: lineEnd - line), number, &batch, &handler)
        line = lineEnd + 1
      }
      number &+= 1
    }
    return number - chunk.firstLine
  }

  private static func endOfLine(
    from line: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    guard let found = memchr(line, CInt(UInt8(ascii: "\n")), end - line) else { return end - 1 }
    return UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
  }

  private mutating func readUnusual(
    _ line: UnsafeBufferPointer<UInt8>, _ number: Int, _ batch: inout StateBatch,
    _ handler: inout some LineHandler & ~Copyable
  ) {
    let spaces: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")]
    if line.allSatisfy({ spaces.contains($0) }) { return }
    let hasReturn = line.last == UInt8(ascii: "\r")
    let text = SourceText(line.dropLast(hasReturn ? 1 : 0))
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      // The JSON parser would skip a byte order mark. It is valid only at the start of a file, and there it has already
      // been skipped.
      if line.starts(with: [0xEF, 0xBB, 0xBF]) {
        throw JSONSyntaxError(.unexpected("\u{FEFF}", .value), 3..<3)
      }
      document = try JSONDocument(text)
    } catch {
      let problem = error.diagnostic(about: "the line")
      let rejection = Rejection(
        line: number, text: text, problems: [problem], id: Self.id(beforeErrorIn: line))
      return handler.reject(rejection, &batch)
    }
    guard let state = general.read(document) else {
      let problems = DiagnosticFormatter.sorted(general.takeProblems())
      let id = document.withRoot { root in
        let ids = root.members.filter { $0.key.equals("id") }.map(\.value)
        let isReadable =
          document.duplicateKeys.isEmpty
          || ids.count == 1 && ids[0].kind != .object && ids[0].kind != .array
        return isReadable ? ids.first?.range : nil
      }
      return handler.reject(
        Rejection(line: number, text: text, problems: problems, id: id), &batch)
    }
    scanner.beginLine()
    for id in state.ignored.names {
      Token.with(id) { _ = scanner.ignored.note($0, sectionBit: 0, line: scanner.line) }
    }
    scanner.ignored.commitLine()
    var given = scanner.options.changes.reduce(state.applied(to: manifest.freshInstall)) {
      $1.applied(to: $0)
    }
    let group = scanner.groups?.number(of: given) ?? 0
    let id = document.withRoot { root in
      addComparedValues(root, &given)
      if given.date == nil,
        given.endingPurchases.contains(where: { scanner.tables.isTested(product: $0) })
      {
        scanner.undatedLines += 1
      }
      let id = root.member("id")
      if scanner.options.assignsPositions {
        if let text = id?.bucketID {
          assignBuckets(text, &given)
        } else {
          scanner.linesWithoutPosition &+= 1
        }
      }
      return id?.range
    }
    if scanner.options.comparesExpectations {
      handler.expect(state.expected.map { Expectation(feature: $0.key, status: $0.value) })
    }
    batch.append(given, weight: UInt64(state.weight ?? 1), group: group)
    handler.accept(
      line: number, id: id.map { UnsafeBufferPointer(rebasing: line[$0]) }, &batch)
  }

  /// Range of the id, if a comma follows it: `{"id": 7, "platform"`. The line must be valid JSON up
  /// to that comma.
  private static func id(beforeErrorIn line: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    guard let begin = line.baseAddress else { return nil }
    var cursor = ByteCursor(begin)
    cursor.skipSpace()
    guard cursor.take(UInt8(ascii: "{")) else { return nil }
    while let key = cursor.key() {
      let start = cursor.at - begin
      guard cursor.skipValue() else { return nil }
      let end = cursor.at - begin
      guard cursor.separator(end: UInt8(ascii: "}")) == .comma else { return nil }
      if key.isEqual(to: "id") { return start..<end }
    }
    return nil
  }

  private mutating func addComparedValues(_ root: JSONValue, _ state: inout DeviceState) {
    guard let taken = other?.reader.read(root), let other else { return }
    self.other?.reader.problems = InputProblems()
    var read = taken.applied(to: other.manifest.freshInstall)
    for (change, taken) in zip(scanner.options.changes, other.changes) {
      other.names.remove(change, from: &read)
      read = taken.applied(to: read)
    }
    state = other.names.state(state, with: read)
  }

  private func assignBuckets(_ id: String, _ state: inout DeviceState) {
    for bucket in scanner.tables.program.universe.buckets.indices
    where state.buckets[bucket] == nil {
      let position = scanner.tables.bucketPositions.position(in: bucket, of: id.utf8)
      state.buckets[bucket] = Percent(tenThousandths: position)
    }
  }
}

extension JSONValue {
  fileprivate var bucketID: String? {
    switch kind {
    case .string: return string?.isEmpty == true ? nil : string
    case .number:
      if case .notAnInteger = integer { return nil }
      return source == "-0" ? "0" : source
    case .object, .array, .bool, .null: return nil
    }
  }
}

struct Expectation {
  let feature: Int
  let status: FeatureStatus
}

/// One or several sources, read one after the other.
package struct PopulationInput: Sendable {
  package var sources: Int

  /// The number of bytes read, 0 at the end, nil after a failure. Called by one thread at a time.
  package var read: @Sendable (_ source: Int, UnsafeMutableRawBufferPointer) -> Int?

  package init(
    sources: Int, read: @escaping @Sendable (_ source: Int, UnsafeMutableRawBufferPointer) -> Int?
  ) {
    self.sources = sources
    self.read = read
  }
}

/// Gives each chunk to the next thread that asks.
final class LineFeed: Sendable {
  private let input: PopulationInput
  private let state = Locked(State())

  private struct State {
    var source = 0
    var isAtStart = true
    var sequence = 0
    var nextLine = 1
    var hasEnded = false
    var hasFailed = false
    /// Whether the end of a line that is too long is still to be skipped.
    var isSkipping = false
    /// The beginning of the next chunk's first line.
    var rest: [UInt8] = []
  }

  init(_ input: PopulationInput) { self.input = input }

  var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// Ends reading early.
  func stop() { state.withLock { $0.hasEnded = true } }

  /// Fills the chunk with the next lines. False at the end of the input.
  func fill(_ chunk: inout Chunk) -> Bool {
    state.withLock { state in
      while !state.hasEnded {
        if state.source == input.sources {
          state.hasEnded = true
        } else if fill(&chunk, &state) {
          chunk.sequence = state.sequence
          state.sequence += 1
          return true
        }
      }
      return false
    }
  }

  private func fill(_ chunk: inout Chunk, _ state: inout State) -> Bool {
    chunk.shrink()
    while chunk.capacity <= state.rest.count { chunk.grow() }
    state.rest.withUnsafeBufferPointer { rest in
      if let start = rest.baseAddress { chunk.memory.update(from: start, count: rest.count) }
    }
    var count = state.rest.count
    state.rest.removeAll(keepingCapacity: count <= Chunk.usualCapacity)
    chunk.source = state.source
    chunk.isCutOff = false
    while true {
      if count >= Chunk.maxLine {
        // The beginning suffices to tell which line it is.
        chunk.memory[Self.shownBytes] = UInt8(ascii: "\n")
        finish(&chunk, end: Self.shownBytes + 1, &state)
        chunk.isCutOff = true
        state.isSkipping = true
        return true
      }
      if count == chunk.capacity { chunk.grow() }
      let room = UnsafeMutableRawBufferPointer(
        start: chunk.memory + count, count: chunk.capacity - count)
      guard var read = input.read(state.source, room) else {
        state.hasFailed = true
        state.hasEnded = true
        return false
      }
      if read == 0 {
        state.source += 1
        if count == 0 {
          beginSource(&state)
          return false
        }
        // The last line of a source may lack its line feed, which is added here. The chunk's memory always has room for
        // it.
        if chunk.memory[count - 1] != UInt8(ascii: "\n") {
          chunk.memory[count] = UInt8(ascii: "\n")
          count += 1
        }
        finish(&chunk, end: count, &state)
        beginSource(&state)
        return true
      }
      if state.isSkipping {
        // Nothing else is in the chunk: what follows the end of the line is moved to its beginning.
        guard let end = memchr(chunk.memory, CInt(UInt8(ascii: "\n")), read) else { continue }
        state.isSkipping = false
        read -= end + 1 - UnsafeMutableRawPointer(chunk.memory)
        memmove(chunk.memory, end + 1, read)
        if read == 0 { continue }
      }
      let end = Self.endOfLastLine(chunk.memory, from: count, to: count + read)
      count += read
      guard let end else { continue }
      state.rest.append(
        contentsOf: UnsafeBufferPointer(start: chunk.memory + end, count: count - end))
      finish(&chunk, end: end, &state)
      return true
    }
  }

  private static let shownBytes = 200

  private func beginSource(_ state: inout State) {
    state.isSkipping = false
    state.isAtStart = true
    state.nextLine = 1
  }

  private func finish(_ chunk: inout Chunk, end: Int, _ state: inout State) {
    let memory = chunk.memory
    let hasMark =
      state.isAtStart && end > 3 && memory[0] == 0xEF && memory[1] == 0xBB && memory[2] == 0xBF
    state.isAtStart = false
    chunk.bytes = (hasMark ? 3 : 0)..<end
    chunk.firstLine = state.nextLine
    state.nextLine += Self.lineCount(memory, end)
  }

  private static func endOfLastLine(
    _ memory: UnsafeMutablePointer<UInt8>, from start: Int, to end: Int
  ) -> Int? {
    var index = end
    while index > start {
      index -= 1
      if memory[index] == UInt8(ascii: "\n") { return index + 1 }
    }
    return nil
  }

  private static func lineCount(_ memory: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
    var lines = 0
    var rest = memory
    while let found = memchr(rest, CInt(UInt8(ascii: "\n")), memory + count - rest) {
      lines += 1
      rest = found.assumingMemoryBound(to: UInt8.self) + 1
    }
    return lines
  }
}

package struct LineOptions: Sendable {
  /// Whether undeclared ids reject a line.
  package var isStrict: Bool

  /// Whether missing bucket positions are computed from the line's `id`.
  package var assignsPositions: Bool

  package var comparesExpectations: Bool

  /// Applied to each line, one after the other.
  package var changes: [PartialState]

  package init(
    isStrict: Bool = false, assignsPositions: Bool = false, comparesExpectations: Bool = false,
    changes: [PartialState] = []
  ) {
    self.isStrict = isStrict
    self.assignsPositions = assignsPositions
    self.comparesExpectations = comparesExpectations
    self.changes = changes
  }
}
