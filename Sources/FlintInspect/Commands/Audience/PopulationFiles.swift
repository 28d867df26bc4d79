import FlintModel
import FlintPopulation

/// The files of a population (the states of an app's users, one per line), which are read one after the other.
final class PopulationFiles: @unchecked Sendable {
  // INVARIANT: only `read` accesses the mutable state before the run ends, and only one thread at a time calls `read`.
  let paths: [String]
  private var open: (source: Int, descriptor: POSIX.Descriptor)?

  /// The formats of the files that do not have one JSON state per line, such as CSV. The keys are the indices of the
  /// files.
  private let unsupported = Locked<[Int: UnsupportedInput]>([:])

  /// The error that ended the reading of the files early; nil if there is none.
  private(set) var problem: FileProblem?

  /// The total size of the files in bytes; nil if it is unknown, for example for a pipe.
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

  /// Returns the format, such as CSV, of the file with the index `source` if it does not have one JSON state per line;
  /// otherwise nil. Also returns nil as long as the beginning of the file has not been read.
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
