import FlintCore
import FlintText

/// `platforms`, of a feature and of a guard.
extension InputProblems {
  /// Appends the constraints of a feature's `platforms`, as written; behind them those that an `Only` key adds.
  mutating func readPlatforms(_ value: JSONValue, into constraints: inout [Constraint]) {
    guard isObject(value, "'platforms'") else { return }
    var listed = PlatformSet()
    var only: (name: String, platform: Platform)?
    for (key, required) in value.members {
      guard let (platform, isOnly) = platform(key) else { continue }
      let version = platformVersion(required)
      if isOnly {
        noteOnly(key, platform, version, required, &only)
      }
      if let version { constraints.append(.platform(platform, version)) }
      if !isOnly { listed.insert(platform) }
    }
    guard let only else { return }
    if listed.contains(only.platform) { noteBesideOnly(value, only.platform, only.name) }
    listed.insert(only.platform)
    for platform in Platform.allCases where !listed.contains(platform) {
      constraints.append(.platform(platform, .unsupported))
    }
  }

  /// The platforms of a guard, each with its range; nil for every version.
  mutating func guardPlatforms(
    _ value: JSONValue
  ) -> [(platform: Platform, versions: VersionRange?)] {
    guard isObject(value, "'platforms'") else { return [] }
    if value.count == 0 { add(.empty(subject: "'platforms' in 'when'"), at: value) }
    var platforms: [(platform: Platform, versions: VersionRange?)] = []
    for (key, required) in value.members {
      guard let (platform, isOnly) = platform(key) else { continue }
      if isOnly { add(.onlyInGuard(key.string ?? ""), at: key) }
      switch platformVersion(required) {
      case .any: platforms.append((platform, nil))
      case .versions(let range): platforms.append((platform, range))
      case .unsupported: add(.unsupportedInGuard, at: required)
      case nil: break
      }
    }
    return platforms
  }

  /// The platform that a key names, alone or with `Only`.
  private mutating func platform(_ key: JSONValue) -> (Platform, isOnly: Bool)? {
    if let found = platforms.first(where: { key.equals($0.key) }) {
      return (found.platform, false)
    }
    let name = key.string ?? ""
    if name.hasSuffix("Only"), let platform = Platform(name: String(name.dropLast(4))) {
      return (platform, true)
    }
    let names = Platform.allCases.map(\.name)
    let all = names + names.map { $0 + "Only" }
    add(.unknownPlatform(name, nearest: nearest(to: name, among: all)), at: key)
    return nil
  }

  private mutating func platformVersion(_ value: JSONValue) -> PlatformVersionConstraint? {
    switch value.kind {
    case .string where value.equals("any"): return .any
    case .string where value.equals("unsupported"): return .unsupported
    case .string: return namedVersion(value)
    case .number, .object: return versionRange(value, "a platform").map { .versions($0) }
    default:
      add(
        .wrongType(subject: "a platform", found: value.kind, expected: .platformVersion), at: value)
      return nil
    }
  }

  /// A version as text; what is none may have been meant as one of the two words.
  private mutating func namedVersion(_ value: JSONValue) -> PlatformVersionConstraint? {
    if let version = value.withUTF8({ Version(utf8: $0) }) {
      return .versions(.atLeast(version))
    }
    let text = value.string ?? ""
    if text != "latest", let meant = nearest(to: text, among: ["any", "unsupported"]) {
      add(.unknownValue(text, of: "platform version", allowed: [], nearest: meant), at: value)
      return nil
    }
    return versionRange(value, "a platform").map { .versions($0) }
  }

  private mutating func noteOnly(
    _ key: JSONValue, _ platform: Platform, _ version: PlatformVersionConstraint?,
    _ required: JSONValue, _ only: inout (name: String, platform: Platform)?
  ) {
    let name = key.string ?? ""
    if let first = only, first.platform != platform {
      add(.twoOnly(first.name, name), at: key)
    }
    if version == .unsupported { add(.onlyUnsupported(name), at: required) }
    only = only ?? (name, platform)
  }

  private mutating func noteBesideOnly(_ value: JSONValue, _ platform: Platform, _ only: String) {
    for (key, _) in value.members where key.string == platform.name {
      add(.besideOnly(platform.name, only: only), at: key)
    }
  }
}

/// Made once: a list is asked for every key.
private let platforms = Platform.allCases.map { (key: $0.key, platform: $0) }

/// Some of the platforms, in one byte.
private struct PlatformSet {
  private var bits: UInt8 = 0

  mutating func insert(_ platform: Platform) { bits |= 1 << platform.rawValue }
  func contains(_ platform: Platform) -> Bool { bits & 1 << platform.rawValue != 0 }
}
