package import FlintCore
package import FlintManifest

/// A run that evaluates a population of states on several threads. Its memory does not grow with the length of the
/// input.
package struct PopulationRun: Sendable {
  let program: PopulationProgram
  let names: ManifestNames
  let options: LineOptions

  /// The names of the compared manifest; nil if none is compared.
  let otherNames: ManifestNames?

  /// The keys by which the states are grouped; empty if they are not grouped.
  let keys: [GroupKey]
  let workers: Int

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - other: a manifest to compare with.
  ///   - keys: the keys by which the states are grouped.
  ///   - listed: the ids of the features whose changes count for ``Audience/affected``; nil for all.
  ///   - workers: the number of reading threads; if nil, the number of processors, at most eight.
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
    self.workers = workers ?? WorkerThread.usualCount
  }

  /// Executes `work` on this thread and, if the input is longer than one chunk, on further threads. Each thread begins
  /// with a chunk of its own.
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

/// A reason why a run failed.
package enum PopulationFailure: Error {
  /// Reading failed. The caller's `read` function knows the reason.
  case unreadable

  /// The weights add up to more than 2^63-1.
  case tooHeavy

  /// The states form more than ``Audience/maxGroups`` groups.
  case tooManyGroups
}
