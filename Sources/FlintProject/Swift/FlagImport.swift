/// The feature flags that Swift files declare, as features.
package struct FlagImport {
  package struct Flag {
    package let type: String
    package let name: String
    package let description: String?
    package fileprivate(set) var isEnabled: Ternary
    /// The declaration's position as `FILE:LINE`.
    package let location: String

    package var code: String { "\(type).\(name)" }
  }

  /// Flags to import as features. Their names, all different, become the ids.
  package private(set) var flags: [Flag] = []

  /// Flags whose name is no valid id, or that of another flag.
  package private(set) var leftOut: [Flag] = []

  /// By type, the properties that return the defaults of its cases.
  private var defaults: [String: [SwiftSwitch]] = [:]
  package var hasDefaults: Bool { !defaults.isEmpty }

  /// Types for which the user must choose the property with the defaults.
  package private(set) var ambiguous: [(type: String, properties: [String])] = []

  /// - Parameters:
  /// - type: The type with the flags. Nil for all types whose names end like `FeatureFlags`.
  /// - property: The property that returns the defaults of cases. Nil if there is only one.
  package init(
    _ files: [SwiftTokens], type: String? = nil, default property: String? = nil
  ) throws(InvalidInput) {
    let types = files.map { file in
      file.types.filter { type.map($0.name.isSame(as:)) ?? $0.hasNameOfFlags }
    }
    let byName = Dictionary(grouping: types.joined(), by: \.name)
    for (name, types) in byName.sorted(by: { $0.key < $1.key }) {
      let properties = types.flatMap(\.properties)
      let candidates = NameIndex(properties.filter(\.cases.hasLiteral).map(\.name)).names
        .filter { property.map($0.isSame(as:)) ?? true }
      // Others say how a flag is treated, such as `isRemotelyConfigured`.
      let isCertain = candidates.count == 1 && candidates[0].speaksOfDefault
      if property == nil, !candidates.isEmpty, !isCertain {
        ambiguous.append((name, candidates))
      } else if let candidate = candidates.first {
        // Several are branches of an `#if`.
        defaults[name] = properties.filter { $0.name == candidate }.map(\.cases)
      }
    }
    for (file, types) in zip(files, types) {
      guard types.contains(where: { $0.hasFlags || !$0.properties.isEmpty }) else {
        throw file.hasNoFlags(type)
      }
      for type in types { add(type, in: file) }
    }
    if flags.isEmpty, leftOut.isEmpty, let file = files.first { throw file.hasNoFlags(type) }
  }

  private mutating func add(_ type: SwiftType, in file: SwiftTokens) {
    var lines = SourceLocator(file.source.text)
    // Branches of an `#if` that cannot be read.
    let unread = Set(type.members.filter { $0.value == nil }.map(\.name))
    for member in type.members {
      guard let value = member.value else { continue }
      let line = lines.location(of: file.tokens[member.token].start).line
      let flag = Flag(
        type: type.name, name: member.name,
        description: file.documentation(before: member.first),
        isEnabled: member.isCase
          ? (defaults[type.name] ?? []).map { $0[member.name] }.common
          : unread.contains(member.name) ? .unknown : value,
        location: "\(file.source.path):\(line)")
      // Two declarations of a flag are branches of an `#if`.
      let known = flags.firstIndex { $0.name.isSame(as: flag.name) }
      if let known, flags[known].type.isSame(as: flag.type) {
        flags[known].isEnabled = [flags[known].isEnabled, flag.isEnabled].common
      } else if known == nil, isIdentifier(flag.name) {
        flags.append(flag)
      } else {
        leftOut.append(flag)
      }
    }
  }

  /// Writes the features as a part of a manifest.
  package func write(to sink: inout ByteSink) {
    sink.manifestPart { writer in
      writer.array("features", of: flags) { flag, writer in
        writer.object { writer in
          writer.member("id", flag.name)
          writer.optional("description", flag.description)
          writer.key("isEnabled")
          writer.flag(flag.isEnabled)
          writer.object("constraints") { $0.member("runtimeEnabled", true) }
          writer.member("code", flag.code)
          writer.member("x-source", flag.location)
        }
      }
    }
  }
}

extension SwiftType {
  fileprivate var hasFlags: Bool { members.contains { $0.value != nil } }

  fileprivate var hasNameOfFlags: Bool {
    ["Flag", "Flags", "Feature", "Features", "Toggle", "Toggles"].contains { name.hasSuffix($0) }
  }
}

extension String {
  fileprivate var speaksOfDefault: Bool {
    let words = map { $0.isUppercase ? " \($0.lowercased())" : "\($0)" }.joined().words
    return words.allSatisfy(
      "is enabled on active available by default initial value state".words.contains)
  }
}

extension SwiftTokens {
  /// Throws the source's problems.
  package init(checked source: SourceFile) throws(InvalidInput) {
    self.init(source)
    if !problems.isEmpty { throw InvalidInput(source, diagnostics(.error)) }
  }

  func diagnostics(_ severity: Diagnostic.Severity) -> [Diagnostic] {
    problems.map {
      Diagnostic(
        severity, rule: CrossCheckRule.invalidSwift.rawValue, message: $0.message, range: $0.range)
    }
  }

  fileprivate func hasNoFlags(_ wanted: String?) -> InvalidInput {
    let found = types.filter { !$0.isExtension }.prefix(20).map { "'\($0.name)'" }
    let hint =
      found.isEmpty
      ? "the file declares no type" : "choose a type with '--type NAME': " + alternatives(found)
    let message =
      wanted.map { "the type '\($0)' has no feature flags in this file" }
      ?? "no type whose name ends in 'Flag', 'Feature' or 'Toggle' has feature flags"
    let rule = CrossCheckRule.invalidSwift.rawValue
    return InvalidInput(source, [Diagnostic(.error, rule: rule, message: message, hint: hint)])
  }

  /// The first paragraph of the documentation before a declaration.
  fileprivate func documentation(before first: Int) -> String? {
    let start = first == 0 ? 0 : end(first - 1)
    let trivia = String(decoding: source.text.bytes[start..<tokens[first].start], as: UTF8.self)
    var lines: [Substring] = []
    var (isInside, isApart) = (false, false)
    for line in trivia.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      var text = line.drop { $0 == " " || $0 == "\t" }
      let isBlock = text.hasPrefix("/**") && !text.hasPrefix("/**/")
      let begins = text.hasPrefix("///") || isBlock
      if begins, isApart { lines = [] }
      isApart = !begins && !isInside
      if isApart { continue }
      isInside = isInside || isBlock
      if begins {
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
