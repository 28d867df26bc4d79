package import FlintModel

/// Classes of versions between breakpoints, the newest first.
package struct VersionScale {
  /// Ascending, distinct, above 0.
  package private(set) var breakpoints: [Version] = []

  /// The platform of which these are the system versions; nil for the versions of an app or another program.
  private let platform: Platform?

  package init(_ breakpoints: [Version], of platform: Platform? = nil) {
    self.platform = platform
    let zero = Version(0)
    let released = platform.map { platform in breakpoints.map { platform.firstRelease(from: $0) } }
    for boundary in (released ?? breakpoints).sorted()
    where boundary > zero && boundary != self.breakpoints.last {
      self.breakpoints.append(boundary)
    }
  }

  var count: Int { breakpoints.count + 1 }

  /// 0 is the class of the newest versions.
  func index(of version: InstalledVersion) -> Int {
    switch version {
    case .latest: 0
    case .version(let version): breakpoints.count - boundariesUpTo(version)
    }
  }

  /// Returns the numbers of the classes (ranges of versions that no constraint distinguishes) in a range of versions;
  /// nil stands for all versions. The limits of the range must be limits of classes, so that no class is partly inside
  /// the range. The result is empty if no version in the range was ever released.
  func indices(in range: VersionRange?) -> Range<Int> {
    let lowest = range?.atLeast.map { breakpoints.count - boundariesUpTo($0) } ?? breakpoints.count
    let highest = range?.below.map { breakpoints.count - boundariesUpTo($0) + 1 } ?? 0
    return highest..<max(highest, lowest + 1)
  }

  /// The latest version, then lowest versions; of the oldest class one below the others.
  func example(_ index: Int) -> InstalledVersion {
    if index == 0 { return .latest }
    if index < breakpoints.count { return .version(breakpoints[breakpoints.count - index - 1]) }
    let first = breakpoints[0]
    if first.major > 0 {
      return .version(platform?.release(below: first) ?? Version(first.major - 1))
    }
    if first.minor > 0 { return .version(Version(0, first.minor - 1)) }
    return .version(Version(0, 0, first.patch - 1))
  }

  func isReleased(_ version: InstalledVersion) -> Bool {
    switch version {
    case .latest: true
    case .version(let version): platform?.firstRelease(from: version) ?? version == version
    }
  }

  private func boundariesUpTo(_ version: Version) -> Int {
    let version = platform?.firstRelease(from: version) ?? version
    return breakpoints.indices.end { breakpoints[$0] <= version }
  }
}
