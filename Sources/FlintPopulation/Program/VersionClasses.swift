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

  /// The lowest interval that is at least the cut.
  func index(ofCut version: Version) -> Int { index(of: .version(version)) }
}

extension VersionClasses {
  /// The classes of each platform's OS versions, in the platforms' order: where permissions come to be offered, and
  /// what constraints and guards name.
  static func operatingSystems(of manifest: Manifest) -> [VersionClasses] {
    var named = [[Version]](repeating: [], count: Platform.allCases.count)
    func add(_ range: VersionRange, on platform: Platform) {
      named[Int(platform.rawValue)] += [range.atLeast, range.below].compactMap(\.self)
    }
    for permission in SystemPermission.allCases {
      for platform in Platform.allCases {
        guard let first = permission.support.firstVersion(on: platform) else { continue }
        named[Int(platform.rawValue)].append(first)
      }
    }
    manifest.forEachConstraint { _, constraint in
      if case .platform(let platform, .versions(let range)) = constraint {
        add(range, on: platform)
      }
    }
    for block in manifest.features.lazy.flatMap(\.conditional) {
      for (platform, versions) in block.guardian.platforms {
        if let versions { add(versions, on: platform) }
      }
    }
    return named.map { VersionClasses($0) }
  }

  /// The classes of the app's versions.
  static func app(of manifest: Manifest) -> VersionClasses {
    var named: [Version] = []
    func add(_ range: VersionRange) { named += [range.atLeast, range.below].compactMap(\.self) }
    manifest.forEachConstraint { _, constraint in
      if case .appVersion(let range) = constraint { add(range) }
    }
    for block in manifest.features.lazy.flatMap(\.conditional) {
      if let range = block.guardian.appVersion { add(range) }
    }
    return VersionClasses(named)
  }
}
