import FlintModel
import FlintPopulation

/// Files of states, read one after the other.
final class PopulationFiles: @unchecked Sendable {
  // INVARIANT: only `read` accesses the mutable state before the run ends, and only one thread at a time calls `read`.
  let paths: [String]
  private var open: (source: Int, descriptor: POSIX.Descriptor)?

  private let unsupported = Locked<[Int: UnsupportedInput]>([:])

  private(set) var problem: FileProblem?

  /// Nil for a pipe.
  let size: Int?

  init(_ paths: [String]) throws(FileProblem) {
    self.paths = paths
    var total: Int? = 0
    for path in paths {
      do throws(SystemError) {
        let status =
          path == "-" ? try POSIX.status(POSIX.standardInput) : try POSIX.status(path)
        if status.isDirectory { throw .isDirectory }
        // Find out now, not when a part of the result is written.
        if status.isRegular, path != "-" { POSIX.close(try POSIX.openForReading(path)) }
        total = status.isRegular ? total.map { $0 + status.size } : nil
      } catch {
        throw FileProblem(.read, path, error: error)
      }
    }
    size = total
  }

  deinit { close() }

  var input: PopulationInput {
    PopulationInput(sources: paths.count) { source, memory in self.read(source, memory) }
  }

  private func read(_ source: Int, _ memory: UnsafeMutableRawBufferPointer) -> Int? {
    do throws(SystemError) {
      let isBeginning = open?.source != source
      let count = try POSIX.read(try descriptor(of: source), into: memory)
      if isBeginning {
        let beginning = UnsupportedInput(
          beginning: UnsafeRawBufferPointer(rebasing: memory[..<count]))
        if let beginning { unsupported.withLock { $0[source] = beginning } }
      }
      return count
    } catch {
      problem = FileProblem(.read, paths[source], error: error)
      return nil
    }
  }

  /// Nil until its beginning has been read.
  func unsupportedInput(in source: Int) -> UnsupportedInput? { unsupported.withLock { $0[source] } }

  private func descriptor(of source: Int) throws(SystemError) -> POSIX.Descriptor {
    if let open, open.source == source { return open.descriptor }
    close()
    let path = paths[source]
    let descriptor = path == "-" ? POSIX.standardInput : try POSIX.openForReading(path)
    open = (source, descriptor)
    return descriptor
  }

  private func close() {
    if let open, open.descriptor != POSIX.standardInput { POSIX.close(open.descriptor) }
    open = nil
  }
}
