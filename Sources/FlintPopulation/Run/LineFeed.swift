internal import FlintModel

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

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
  private let numbersLines: Bool
  private let state = Locked(State())

  private struct State {
    var source = 0
    var isAtStart = true
    var sequence = 0
    var nextLine = 1
    var hasEnded = false
    var hasFailed = false
    /// Whether the end of a line that is too long has not been read yet.
    var isSkipping = false
    /// The beginning of the next chunk's first line.
    var rest: [UInt8] = []
  }

  init(_ input: PopulationInput, numbersLines: Bool) {
    self.input = input
    self.numbersLines = numbersLines
  }

  var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// Ends reading early.
  func stop() { state.withLock { $0.hasEnded = true } }

  /// False at the end of the input.
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
    if numbersLines {
      chunk.firstLine = state.nextLine
      state.nextLine += Self.lineCount(memory, end)
    }
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
    for index in 0..<count { lines &+= memory[index] == UInt8(ascii: "\n") ? 1 : 0 }
    return lines
  }
}
