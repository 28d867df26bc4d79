package import FlintModel
package import FlintManifest

/// An evaluation of a population (an input with one state per line) on several threads. The memory that it needs does
/// not grow with the length of the input.
package struct PopulationRun: Sendable {
  let program: PopulationProgram
  let names: ManifestNames
  let options: LineOptions

  /// The ids that the old manifest declares; nil if the manifest is not compared with an old one. They are needed to
  /// read lines by the rules of the old manifest too.
  let otherNames: ManifestNames?

  /// The keys by which the states are grouped; empty if they are not grouped.
  let keys: [GroupKey]
  let workers: Int

  /// - Parameters:
  ///   - other: The old manifest, with which the manifest is compared; nil for no comparison.
  ///   - keys: The keys by which the states are grouped.
  ///   - listed: The ids of the features whose changes count for ``Audience/affected`` (the numbers of users for whom
  ///     at least one feature changes); nil for all features.
  ///   - workers: The number of threads that read and evaluate; nil for the number of processors, but at most eight.
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

  /// Calls `work` on this thread and, unless the input is very short, also on other threads. Each call gets a first
  /// chunk (a buffer of complete lines), and must then take further chunks from `feed` until there are none left.
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
  /// The input could not be read. The reason is available only in the caller's own function ``PopulationInput/read``.
  case unreadable

  /// The number of users exceeds 2^63-1.
  case weightTooLarge

  case tooManyGroups
}
