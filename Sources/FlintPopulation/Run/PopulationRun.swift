package import FlintCore
package import FlintManifest

/// Runs a population through a manifest, on several threads, in memory that does not grow with its length.
package struct PopulationRun: Sendable {
  let program: PopulationProgram
  let names: ManifestNames
  let options: LineOptions

  /// The names of the manifest that is compared with.
  let otherNames: ManifestNames?

  /// By what the states are grouped; not at all where there is none.
  let keys: [GroupKey]
  let workers: Int

  /// - Parameters:
  ///   - other: a manifest to compare with.
  ///   - keys: by what the states are grouped.
  ///   - listed: ids of the features whose changes count for ``Audience/affected``; nil for all.
  ///   - workers: how many threads read; as many as the machine runs at once, up to eight, where it is nil.
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

  /// Runs `work` here, and on more threads once there turns out to be more than one chunk; each begins with a chunk of
  /// its own.
  func run(
    _ feed: LineFeed, chunkCapacity: Int = Chunk.usualCapacity,
    _ work: @escaping @Sendable (_ first: consuming Chunk) -> Void
  ) {
    var chunk = Chunk(capacity: chunkCapacity)
    guard feed.fill(&chunk) else { return }
    var others: [WorkerThread?] = []
    if chunk.bytes.count > chunkCapacity / 8 {
      // Where the system refuses a thread, the others do its part.
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

/// What a run could not do.
package enum PopulationFailure: Error {
  /// Reading failed; the reader knows why.
  case unreadable

  /// The weights add up to more than 2^63-1.
  case tooHeavy

  /// There are more than ``Audience/mostGroups``.
  case tooManyGroups
}
