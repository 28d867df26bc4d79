package import FlintManifest
import FlintModel
package import FlintText

/// Finds the names of features' `code` in Swift files, which are read one at a time.
package struct SourceSearch {
  private let flagCalls: Set<String>
  private var types: [String: TypeUses] = [:]
  /// Of literals, and whether they occur.
  private var texts: [String: Bool] = [:]
  /// Of members without a type, in the arguments of a flag call.
  private var implicitUses: [String: Use] = [:]
  private var words = WordFilter()
  private var literals = WordFilter()
  private var fileCount = 0
  package private(set) var invalid: [(source: SourceFile, diagnostics: [Diagnostic])] = []

  private struct TypeUses {
    /// Whether they are flags.
    var members: [String: Bool] = [:]
    var isDeclared = false
    /// The first of each name.
    var uses: [String: Use] = [:]

    /// Without the declaration, members are told from others by their form.
    func isFlag(_ name: String, _ use: Use) -> Bool {
      if isDeclared { return members[name] == true }
      return members[name]
        ?? (!use.isCall && name.first?.isUppercase == false
          && !["self", "init", "allCases", "none", "some"].contains(name))
    }
  }

  private struct Use {
    let file: Int
    let source: SourceFile
    let range: Range<Int>
    let isCall: Bool

    func isBefore(_ other: Use) -> Bool {
      (file, range.lowerBound) < (other.file, other.range.lowerBound)
    }
  }

  package init(_ manifests: [ManifestFile], flagCalls: [String]) {
    self.flagCalls = Set(flagCalls)
    for written in manifests.flatMap(\.codes).joined() {
      switch FeatureCode(written) {
      case .member(let type, _): types[type] = TypeUses()
      case .text(let text): texts[text] = false
      case nil: break
      }
    }
    for word in types.keys + flagCalls { words.insert(word) }
    for text in texts.keys { literals.insert(text) }
  }

  // MARK: Reading

  package mutating func read(_ source: SourceFile) {
    let file = SwiftTokens(source)
    fileCount += 1
    if !file.problems.isEmpty { invalid.append((source, file.diagnostics(.warning))) }
    var callEnd = 0
    for index in file.tokens.indices {
      let token = file.tokens[index]
      switch token.kind {
      case .word, .quotedWord:
        guard words.mayContain(source.text.bytes, token.start, token.end) else { continue }
        let word = file.text(index)
        if types[word] != nil { readType(word, at: index, in: file) }
        if file.spells(index + 1, "("), flagCalls.contains(word) {
          callEnd = max(callEnd, file.tokens[index + 1].end)
        }
      case .text where literals.mayContain(source.text.bytes, token.start, token.end):
        let text = file.text(index)
        if texts[text] != nil { texts[text] = true }
      case .mark where index < callEnd && file.beginsMember(index):
        add(index + 1, from: index + 1, in: file, to: &implicitUses)
      default: continue
      }
    }
  }

  private mutating func readType(_ name: String, at index: Int, in file: SwiftTokens) {
    if file.spells(index + 1, "."), file.isName(index + 2) {
      add(index + 2, from: index, in: file, to: &types[name, default: TypeUses()].uses)
    } else if let type = file.type(named: index) {
      var uses = types[name] ?? TypeUses()
      uses.isDeclared = uses.isDeclared || !type.isExtension
      for member in type.members {
        uses.members[member.name] = uses.members[member.name] == true || member.isFlag
      }
      types[name] = uses
    }
  }

  private func add(
    _ name: Int, from start: Int, in file: SwiftTokens, to uses: inout [String: Use]
  ) {
    let text = file.text(name)
    if uses[text] != nil { return }
    uses[text] = Use(
      file: fileCount, source: file.source,
      range: file.tokens[start].start..<file.tokens[name].end,
      isCall: file.spells(name + 1, "("))
  }

  // MARK: Findings

  /// Features whose names no file mentions.
  package func missing(in file: ManifestFile) -> [Diagnostic] {
    let locations = ManifestLocations(file)
    return zip(file.manifest.features.indices, file.codes).compactMap { feature, codes in
      if codes.isEmpty || codes.contains(where: isMentioned) { return nil }
      let names = codes.map { "'\($0)'" }.joined(separator: " or ")
      return file.manifest.diagnostic(
        CrossCheckRule.featureNotInCode.severity, rule: CrossCheckRule.featureNotInCode.rawValue,
        message: "no source mentions \(names) of feature '\(file.manifest.features[feature].id)'",
        hint: "remove the feature, or correct its 'code'",
        range: locations.feature(feature), feature: feature)
    }
  }

  private func isMentioned(_ code: String) -> Bool {
    switch FeatureCode(code) {
    case .member(let type, let name):
      implicitUses[name] != nil || types[type]?.uses[name] != nil
        || types[type]?.members[name] != nil
    case .text(let text): texts[text] == true
    case nil: false
    }
  }

  /// Uses of flags that are in no feature's `code`, by file.
  package func undeclared(
    in manifests: [ManifestFile]
  ) -> [(source: SourceFile, diagnostics: [Diagnostic])] {
    let known = Set(manifests.flatMap(\.codes).joined().compactMap { FeatureCode($0) })
    let knownNames = Set(
      known.compactMap { if case .member(_, let name) = $0 { name } else { nil } })
    var found: [(use: Use, type: String, name: String)] = []
    for (type, uses) in types {
      var first = uses.uses
      for (name, use) in implicitUses where !knownNames.contains(name) && uses.isFlag(name, use) {
        if first[name].map(use.isBefore) ?? true { first[name] = use }
      }
      for (name, use) in first
      where !known.contains(.member(type: type, name: name)) && uses.isFlag(name, use) {
        found.append((use, type, name))
      }
    }
    found.sort {
      ($0.use.file, $0.use.range.lowerBound, $0.type) < (
        $1.use.file, $1.use.range.lowerBound, $1.type
      )
    }
    var result: [(source: SourceFile, diagnostics: [Diagnostic])] = []
    var last: Int?
    for (use, type, name) in found {
      if use.file != last { result.append((use.source, [])) }
      last = use.file
      result[result.count - 1].diagnostics.append(
        CrossCheckRule.flagNotDeclared.diagnostic(
          "no feature has flag '\(type).\(name)'",
          hint: "add a feature with \"code\": \"\(type).\(name)\"", at: use.range))
    }
    return result
  }
}

extension SwiftTokens {
  /// Whether a dot begins an implicit member expression: `.turbo`.
  fileprivate func beginsMember(_ dot: Int) -> Bool {
    guard spells(dot, "."), isName(dot + 1), dot > 0 else { return false }
    let last = tokens[dot - 1]
    switch last.kind {
    case .word:
      return ["return", "case", "in", "else"].contains { spells(dot - 1, $0) }
    case .operator:
      return last.end < tokens[dot].start || !spells(dot - 1, "?") && !spells(dot - 1, "!")
    case .opening, .directive: return true
    case .mark: return !spells(dot - 1, ".")
    case .quotedWord, .text, .literal, .closing: return false
    }
  }
}

/// Tells most words apart from the wanted ones, like a Bloom filter.
private struct WordFilter {
  private var bits: UInt64 = 0

  mutating func insert(_ word: String) {
    let bytes = Array(word.utf8)
    guard let first = bytes.first, let last = bytes.last else { return }
    bits |= Self.bit(first, last, bytes.count)
  }

  @inline(__always)
  func mayContain(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Bool {
    start < end && bits & Self.bit(bytes[start], bytes[end &- 1], end &- start) != 0
  }

  @inline(__always)
  private static func bit(_ first: UInt8, _ last: UInt8, _ count: Int) -> UInt64 {
    let mixed = UInt64(first) | UInt64(last) << 8 | UInt64(truncatingIfNeeded: count) << 16
    return 1 << ((mixed &* 0x9E37_79B9_7F4A_7C15) &>> 58)
  }
}
