internal import FlintCore

/// The intervals into which the versions that a manifest names cut a version line; no constraint tells two versions of one
/// interval apart.
struct VersionClasses: Sendable {
  // INVARIANT: ascending, none twice.
  let cuts: [Version]

  init(_ versions: some Sequence<Version>) {
    cuts = Set(versions).sorted()
  }

  /// One interval more than there are cuts: the lowest has none below it.
  var count: Int { cuts.count + 1 }

  /// The interval of an installed version.
  func index(of version: InstalledVersion) -> Int {
    cuts.reduce(0) { $0 + (version.isAtLeast($1) ? 1 : 0) }
  }

  /// A version in each interval, in their order; the lowest one's is below all cuts where any version is.
  var examples: [InstalledVersion] {
    [.version(Version(0))] + cuts.map { .version($0) }
  }
}
