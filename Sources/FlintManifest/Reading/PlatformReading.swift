extension InputProblems {
  /// Appends constraints in written order. `iOSOnly` also appends one for each excluded platform.
  mutating func readPlatforms(_ value: JSONValue, into constraints: inout [Constraint]) {
    guard isObject(value, "'platforms'") else { return }
    var only: (name: String, platform: Platform)?
    for (key, required) in value.members {
      guard let (platform, isOnly) = platform(key) else { continue }
      let version = platformVersion(required)
      if let version { constraints.append(.platform(platform, version)) }
      guard isOnly else { continue }
      let name = key.string ?? ""
      if let first = only, first.platform != platform {
        add(.conflictingPlatforms, "'\(first.name)' and '\(name)' exclude each other", at: key)
      }
      if version == .unsupported {
        add(
          .unsupportedHere, "'\(name)' is 'unsupported', so no platform is supported", at: required)
      }
      only = only ?? (name, platform)
    }
    guard let only else { return }
    for (key, _) in value.members where key.equals(only.platform.key) {
      add(
        .conflictingPlatforms,
        "'\(only.platform.name)' cannot be combined with '\(only.name)'", at: key)
    }
    for platform in Platform.allCases
    where platform != only.platform && value.member(platform.key) == nil {
      constraints.append(.platform(platform, .unsupported))
    }
  }

  mutating func supportedPlatforms(_ value: JSONValue) -> [SupportedPlatform] {
    guard isObject(value, "'platforms'") else { return [] }
    var platforms: [SupportedPlatform] = []
    for (key, required) in value.members {
      guard let (platform, isOnly) = platform(key) else { continue }
      if isOnly {
        add(
          .unsupportedHere, "'\(platform.name)Only' is not allowed in a condition",
          hint:
            "write \"\(platform.name)\"; the condition is false on platforms that are not listed",
          write: [JSONText.quoted(platform.name)], at: key)
      }
      switch platformVersion(required) {
      case .any: platforms.append(SupportedPlatform(platform))
      case .versions(let range): platforms.append(SupportedPlatform(platform, range))
      case .unsupported:
        add(
          .unsupportedHere, "'unsupported' is not allowed in a condition",
          hint:
            "leave the platform out; the condition is false on platforms that are not listed",
          at: required)
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
      let named = valueList(value, "'platforms'", in: "'platforms'") { problems, element in
        problems.string(element, "a platform").flatMap { problems.plainPlatform($0, at: element) }
      }
      platforms = (named ?? []).map { SupportedPlatform($0) }
    case .object:
      if value.count == 0 { add(.empty("'platforms'"), at: value) }
      platforms = value.members.compactMap { key, required in
        let platform = plainPlatform(key.string ?? "", at: key)
        let versions = deploymentTarget(required)
        guard let platform, let versions else { return nil }
        return SupportedPlatform(platform, versions)
      }
    default:
      addWrongType(value, "'platforms'", "a list of platforms or an object")
      return nil
    }
    return platforms.isEmpty ? nil : platforms
  }

  /// The versions on which the app runs; `.some(nil)` for `"any"`.
  private mutating func deploymentTarget(_ value: JSONValue) -> VersionRange?? {
    if value.equals("any") { return .some(nil) }
    if value.equals("unsupported") {
      add(
        .unsupportedHere, "'unsupported' is not allowed in the platforms of the app",
        hint: "leave the platform out; the app runs only on the listed platforms", at: value)
      return nil
    }
    return version(value, "a platform of the app").map { .atLeast($0) }
  }

  mutating func appVersions(_ value: JSONValue) -> [Platform: Version]? {
    if value.count == 0 { add(.empty("'version'"), at: value) }
    var versions: [Platform: Version] = [:]
    for (key, member) in value.members {
      let platform = plainPlatform(key.string ?? "", at: key)
      let version = version(member, "a version of the app")
      if let platform, let version { versions[platform] = version }
    }
    return versions.isEmpty ? nil : versions
  }

  /// Reads a platform's name. Names such as `iOSOnly` are unknown.
  mutating func plainPlatform(_ name: String, at value: JSONValue) -> Platform? {
    let platform = Platform(name: name)
    if platform == nil { addUnknownPlatform(name, at: value, Platform.allCases.map(\.name)) }
    return platform
  }

  private mutating func addUnknownPlatform(
    _ name: String, at value: JSONValue, _ names: [String]
  ) {
    let meant = Synonyms.platform(name) ?? nearest(to: name, among: names)
    add(.unknownPlatform(name, nearest: meant), at: value)
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
    addUnknownPlatform(name, at: key, names + names.map { $0 + "Only" })
    return nil
  }

  private mutating func platformVersion(_ value: JSONValue) -> PlatformVersionConstraint? {
    switch value.kind {
    case .string where value.equals("any"): return .any
    case .string where value.equals("unsupported"): return .unsupported
    case .string: return namedVersion(value)
    case .number, .object: return versionRange(value, "a platform").map { .versions($0) }
    default:
      addWrongType(value, "a platform", "a version, a range, \"any\" or \"unsupported\"")
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
}

/// Computed once, because every key of `platforms` is compared.
private let platforms = Platform.allCases.map { (key: $0.key, platform: $0) }
