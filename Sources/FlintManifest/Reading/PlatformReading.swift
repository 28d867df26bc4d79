import FlintModel
import FlintText

extension InputProblems {
  /// In order; `iOSOnly` appends a constraint for each excluded platform.
  mutating func readPlatforms(_ value: JSONValue, into constraints: inout [Constraint]) {
    guard isObject(value, "'platforms'") else { return }
    var listed: [Platform] = []
    var only: (name: String, platform: Platform)?
    for (key, required) in value.members {
      guard let (platform, isOnly) = platform(key) else { continue }
      let version = platformVersion(required)
      if isOnly {
        noteOnly(key, platform, version, required, &only)
      }
      if let version { constraints.append(.platform(platform, version)) }
      if !isOnly { listed.append(platform) }
    }
    guard let only else { return }
    if listed.contains(only.platform) { noteBesideOnly(value, only.platform, only.name) }
    listed.append(only.platform)
    for platform in Platform.allCases where !listed.contains(platform) {
      constraints.append(.platform(platform, .unsupported))
    }
  }

  mutating func supportedPlatforms(_ value: JSONValue) -> [SupportedPlatform] {
    guard isObject(value, "'platforms'") else { return [] }
    var platforms: [SupportedPlatform] = []
    for (key, required) in value.members {
      guard let (platform, isOnly) = platform(key) else { continue }
      if isOnly { add(.onlyInCondition(key.string ?? ""), at: key) }
      switch platformVersion(required) {
      case .any: platforms.append(SupportedPlatform(platform))
      case .versions(let range): platforms.append(SupportedPlatform(platform, range))
      case .unsupported: add(.unsupportedInCondition, at: required)
      case nil: break
      }
    }
    return platforms
  }

  // MARK: The app

  mutating func appPlatforms(_ value: JSONValue) -> [SupportedPlatform]? {
    let platforms: [SupportedPlatform]
    switch value.kind {
    case .array:
      var named: [Platform] = []
      for element in value.elements {
        guard let name = string(element, "a platform"),
          let platform = plainPlatform(name, at: element)
        else { continue }
        if named.contains(platform) {
          add(.duplicateValue(name, in: "'platforms'"), at: element)
        } else {
          named.append(platform)
        }
      }
      platforms = named.map { SupportedPlatform($0) }
    case .object:
      platforms = value.members.compactMap { key, required in
        let platform = plainPlatform(key.string ?? "", at: key)
        let versions = deploymentTarget(required)
        guard let platform, let versions else { return nil }
        return SupportedPlatform(platform, versions)
      }
    default:
      add(
        .wrongType(subject: "'platforms'", found: value.kind, expected: .appPlatforms), at: value)
      return nil
    }
    if value.count == 0 { add(.empty(subject: "'platforms'"), at: value) }
    return platforms.isEmpty ? nil : platforms
  }

  /// `.some(nil)` for `"any"`.
  private mutating func deploymentTarget(_ value: JSONValue) -> VersionRange?? {
    if value.equals("any") { return .some(nil) }
    if value.equals("unsupported") {
      add(.unsupportedForApp, at: value)
      return nil
    }
    return version(value, "a platform of the app").map { .atLeast($0) }
  }

  mutating func appVersions(_ value: JSONValue) -> [Platform: Version]? {
    if value.count == 0 { add(.empty(subject: "'version'"), at: value) }
    var versions: [Platform: Version] = [:]
    for (key, member) in value.members {
      let platform = plainPlatform(key.string ?? "", at: key)
      let version = version(member, "a version of the app")
      if let platform, let version { versions[platform] = version }
    }
    return versions.isEmpty ? nil : versions
  }

  private mutating func plainPlatform(_ name: String, at value: JSONValue) -> Platform? {
    if let platform = Platform(name: name) { return platform }
    let meant =
      Synonyms.platform(name) ?? nearest(to: name, among: Platform.allCases.map(\.name))
    add(.unknownPlatform(name, nearest: meant), at: value)
    return nil
  }

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
    let meant = Synonyms.platform(name) ?? nearest(to: name, among: all)
    add(.unknownPlatform(name, nearest: meant), at: key)
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

/// Computed once, because every key of `platforms` is compared.
private let platforms = Platform.allCases.map { (key: $0.key, platform: $0) }
