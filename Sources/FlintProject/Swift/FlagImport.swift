package import FlintManifest
package import FlintModel
package import FlintText

/// The feature flags of Swift files, as features.
package struct FlagImport {
  package struct Flag {
    package let type: String
    package let name: String
    package let description: String?
    package fileprivate(set) var isEnabled: Ternary
    /// `FILE:LINE`
    package let location: String

    package var code: String { "\(type).\(name)" }
  }

  /// Each has an id of its own.
  package private(set) var flags: [Flag] = []

  /// Whose name no id can be, or is that of another flag.
  package private(set) var leftOut: [Flag] = []

  /// Whether a property returns the defaults of cases.
  package let hasDefaults: Bool

  /// Properties of which one must be chosen for the defaults, by type.
  package private(set) var ambiguous: [(type: String, properties: [String])] = []

  /// - Parameters:
  /// - type: Nil for all whose names end like `FeatureFlags`.
  /// - property: That returns the defaults of cases; nil for the only one.
  package init(
    _ files: [SwiftTokens], type: String? = nil, default property: String? = nil
  ) throws(InvalidInput) {
    let types = files.map { file in
      file.types.filter { type.map($0.name.isSame(as:)) ?? $0.hasNameOfFlags }
    }
    let defaults = Self.defaults(in: Array(zip(files, types)), property, &ambiguous)
    hasDefaults = !defaults.isEmpty
    for (file, types) in zip(files, types) {
      var lines = SourceLocator(file.source.text)
      var found: [Flag] = []
      for type in types {
        for member in type.members where member.isFlag {
          let line = lines.location(of: file.tokens[member.token].start).line
          found.append(
            Flag(
              type: type.name, name: member.name,
              description: file.documentation(before: member.first),
              isEnabled: member.isCase
                ? defaults[type.name]?[member.name] ?? .unknown : member.value,
              location: "\(file.source.path):\(line)"))
        }
      }
      let addsDefaults = types.contains { !$0.properties.isEmpty }
      guard !found.isEmpty || addsDefaults else { throw file.hasNoFlags(type) }
      for flag in found { add(flag) }
    }
    if flags.isEmpty, leftOut.isEmpty, let file = files.first { throw file.hasNoFlags(type) }
  }

  /// Two declarations of a flag are branches of an `#if`.
  private mutating func add(_ flag: Flag) {
    if let known = flags.firstIndex(where: { $0.name.isSame(as: flag.name) }) {
      guard flags[known].type.isSame(as: flag.type) else { return leftOut.append(flag) }
      flags[known].isEnabled = Optional(flags[known].isEnabled).merged(with: flag.isEnabled)
    } else if isIdentifier(flag.name) {
      flags.append(flag)
    } else {
      leftOut.append(flag)
    }
  }

  private static func defaults(
    in files: [(SwiftTokens, [SwiftType])], _ wanted: String?,
    _ ambiguous: inout [(type: String, properties: [String])]
  ) -> [String: SwiftSwitch] {
    var found: [String: [(name: String, cases: SwiftSwitch)]] = [:]
    for (file, types) in files {
      for type in types {
        found[type.name, default: []] += type.properties.compactMap { property in
          guard wanted.map(property.name.isSame(as:)) ?? true else { return nil }
          return file.cases(in: property).map { (property.name, $0) }
        }
      }
    }
    for (type, properties) in found.sorted(by: { $0.key < $1.key }) where wanted == nil {
      // Such a property says how a flag is treated, not whether it is on.
      let isOther = properties.count == 1 && properties[0].name.speaksOfTreatment
      guard properties.count > 1 || isOther else { continue }
      ambiguous.append((type, properties.map(\.name)))
      found[type] = nil
    }
    return found.compactMapValues { $0.first?.cases }
  }

  /// As a part of a manifest.
  package func write(to sink: inout ByteSink) {
    sink.jsonLine(.pretty) { writer in
      writer.object { writer in
        writer.member("manifestVersion", 1)
        writer.key("features")
        writer.array(of: flags) { flag, writer in
          writer.object { writer in
            writer.member("id", flag.name)
            if let description = flag.description { writer.member("description", description) }
            writer.key("isEnabled")
            writer.flag(flag.isEnabled)
            writer.key("constraints")
            writer.object { writer in
              writer.key("runtimeEnabled")
              writer.bool(true)
            }
            writer.member("code", flag.code)
            writer.member("x-source", flag.location)
          }
        }
      }
    }
  }
}

extension SwiftType {
  fileprivate var hasNameOfFlags: Bool {
    ["Flag", "Flags", "Feature", "Features", "Toggle", "Toggles"].contains { name.hasSuffix($0) }
  }
}

extension String {
  fileprivate var speaksOfTreatment: Bool {
    let word = prefix { !$0.isUppercase }
    return ["supports", "can", "allows", "requires", "needs", "has"].contains(word)
      || lowercased().has("overrid")
  }
}

extension SwiftTokens {
  /// Throws its problems.
  package init(checked source: SourceFile) throws(InvalidInput) {
    self.init(source)
    guard !problems.isEmpty else { return }
    throw InvalidInput(source, diagnostics(.error))
  }

  func diagnostics(_ severity: Diagnostic.Severity) -> [Diagnostic] {
    problems.map {
      Diagnostic(
        severity, rule: CrossCheckRule.invalidSwift.rawValue, message: $0.message, range: $0.range)
    }
  }

  fileprivate func hasNoFlags(_ wanted: String?) -> InvalidInput {
    let found = types.filter { !$0.isExtension }.map { "'\($0.name)'" }
    let hint =
      found.isEmpty
      ? "the file declares no type"
      : "choose a type with '--type NAME': " + alternatives(Array(found.prefix(20)))
    let message =
      wanted.map { "the type '\($0)' has no feature flags in this file" }
      ?? "no type whose name ends in 'Flag', 'Feature' or 'Toggle' has feature flags"
    return InvalidInput(
      source,
      [
        Diagnostic(
          .error, rule: CrossCheckRule.invalidSwift.rawValue, message: message, hint: hint)
      ])
  }

  /// The first paragraph of the documentation before a declaration.
  fileprivate func documentation(before first: Int) -> String? {
    let start = first == 0 ? 0 : end(first - 1)
    let trivia = String(decoding: source.text.bytes[start..<tokens[first].start], as: UTF8.self)
    var lines: [Substring] = []
    var (isInside, isApart) = (false, false)
    for line in trivia.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      var text = line.drop { $0 == " " || $0 == "\t" }
      let isDocumentation = text.hasPrefix("///") || text.hasPrefix("/**")
      guard isDocumentation || isInside else {
        isApart = true
        continue
      }
      if isApart { (lines, isApart) = ([], false) }
      if !isInside { isInside = text.hasPrefix("/**") }
      if isDocumentation {
        text = text.dropFirst(3)
      } else if text.hasPrefix("*"), !text.hasPrefix("*/") {
        text = text.dropFirst()
      }
      if isInside, let end = text.indices.first(where: { text[$0...].hasPrefix("*/") }) {
        (text, isInside) = (text[..<end], false)
      }
      lines.append(text)
    }
    let paragraphs = lines.map { $0.split(separator: " ").joined(separator: " ") }
      .split(separator: "")
    return paragraphs.first.map { $0.joined(separator: " ") }
  }
}
