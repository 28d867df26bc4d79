internal import FlintCore
internal import FlintPopulation

/// The files of a population, read one after the other in large pieces.
final class PopulationFiles: @unchecked Sendable {
  // INVARIANT: what changes is touched by `read`, which one thread calls at a time, and by nobody before all are done.
  let paths: [String]
  private var open: (source: Int, descriptor: POSIX.Descriptor)?

  /// What is no population at all, by the number of its source.
  private let foreign = Locked<[Int: ForeignInput]>([:])

  /// Why reading failed.
  private(set) var problem: FileProblem?

  /// How many bytes there are, nil where that cannot be known in advance.
  let size: Int?

  /// Errors: a file that is not there, before anything is read.
  init(_ paths: [String]) throws(FileProblem) {
    self.paths = paths
    var total: Int? = 0
    for path in paths {
      do throws(SystemError) {
        let status =
          path == "-" ? try POSIX.status(POSIX.standardInput) : try POSIX.status(path)
        if status.isDirectory { throw .isDirectory }
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
        let beginning = ForeignInput(beginning: UnsafeRawBufferPointer(rebasing: memory[..<count]))
        if let beginning { foreign.withLock { $0[source] = beginning } }
      }
      return count
    } catch {
      problem = FileProblem(.read, paths[source], error: error)
      return nil
    }
  }

  /// What a source is that cannot be a population, once it has been read from.
  func foreignInput(in source: Int) -> ForeignInput? { foreign.withLock { $0[source] } }

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
