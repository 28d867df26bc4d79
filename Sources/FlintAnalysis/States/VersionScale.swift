package import FlintModel

/// A partition of the versions of a system or an app into classes, such that no constraint distinguishes two versions
/// of one class. A new class begins at each breakpoint (a version at which the outcome of a constraint can change). For
/// example, the breakpoints 16 and 17 result in three classes: from 17 on (class 0), from 16 to below 17 (class 1), and
/// below 16 (class 2).
package struct VersionScale {
  /// The breakpoints, ascending, distinct and above version 0.
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

  /// Returns the number of the class that contains a version. A class is a range of versions that no constraint
  /// distinguishes. The class of the newest versions has the number 0, the next older one the number 1, and so on.
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

  /// Returns an example of a version in the class with the given number. For class 0 (the newest versions), the example
  /// is the latest version; for the class with the oldest versions, a version below all other classes; for any other
  /// class, its lowest version.
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
