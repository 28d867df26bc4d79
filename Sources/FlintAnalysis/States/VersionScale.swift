package import FlintCore

/// The versions of one thing, cut into classes that nothing told apart: between two boundaries every version is as good
/// as another.
package struct VersionScale {
  /// Ascending, each once and above zero: there is no version below zero to tell from it.
  package private(set) var breakpoints: [Version] = []

  package init(_ breakpoints: [Version]) {
    let zero = Version(0)
    for boundary in breakpoints.sorted() where boundary > zero && boundary != self.breakpoints.last
    {
      self.breakpoints.append(boundary)
    }
  }

  /// Classes are numbered from 0, the newest; that one holds the latest version.
  var count: Int { breakpoints.count + 1 }

  /// The class of a version.
  func index(of version: InstalledVersion) -> Int {
    switch version {
    case .latest: 0
    case .version(let version): breakpoints.count - boundariesUpTo(version)
    }
  }

  /// The classes in a range whose limits are boundaries, or zero.
  func indices(in range: VersionRange?) -> Range<Int> {
    let lowest = range?.atLeast.map { breakpoints.count - boundariesUpTo($0) } ?? breakpoints.count
    let highest = range?.below.map { breakpoints.count - boundariesUpTo($0) + 1 } ?? 0
    return highest > lowest ? highest..<highest : highest..<lowest + 1
  }

  /// A version in a class: the latest, or the lowest as it was written; below the first boundary, the number before it.
  func example(_ index: Int) -> InstalledVersion {
    if index == 0 { return .latest }
    if index < breakpoints.count { return .version(breakpoints[breakpoints.count - index - 1]) }
    let first = breakpoints[0]
    if first.major > 0 { return .version(Version(first.major - 1)) }
    if first.minor > 0 { return .version(Version(0, first.minor - 1)) }
    return .version(Version(0, 0, first.patch - 1))
  }

  private func boundariesUpTo(_ version: Version) -> Int {
    breakpoints.indices.end { breakpoints[$0] <= version }
  }
}
