package import FlintModel
package import FlintManifest

/// Evaluates a population on several threads in constant memory.
package struct PopulationRun: Sendable {
  let program: PopulationProgram
  let names: ManifestNames
  let options: LineOptions

  /// Of the old manifest, whose rules lines are read by, too.
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

  /// On this thread and, unless the input is very short, on others. Each call gets a first chunk
  /// and takes further ones from `feed`.
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
  /// The reason is known to ``PopulationInput/read`` only.
  case unreadable

  case weightTooLarge

  case tooManyGroups
}
