/// Finds the names of features' `code` in Swift files. Files are read one at a time.
package struct SourceSearch {
  private let flagCalls: Set<String>
  private let known: Set<FeatureCode>
  /// Types that a feature's `code` names, and whether a file declares them.
  private var types: [String: Bool] = [:]
  /// The first use of each name. Members in a flag call's arguments, such as `.turbo`, lack a type.
  private var uses: [FeatureCode: Use] = [:]
  /// Members that files declare, and whether they are flags.
  private var members: [FeatureCode: Bool] = [:]
  /// By byte, whether a searched name or text begins with it. This excludes most words quickly.
  private var firstBytes = [Bool](repeating: false, count: 256)
  private var fileCount = 0
  package private(set) var invalid: [(source: SourceFile, diagnostics: [Diagnostic])] = []

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
    known = Set(manifests.flatMap(\.codes).joined().compactMap { FeatureCode($0) })
    var wanted = flagCalls
    for code in known {
      switch code {
      case .member(let type, _):
        types[type] = false
        wanted.append(type)
      case .text(let text): wanted.append(text)
      }
    }
    for byte in wanted.compactMap(\.utf8.first) { firstBytes[Int(byte)] = true }
  }

  // MARK: Reading

  package mutating func read(_ source: SourceFile) {
    let file = SwiftTokens(source)
    fileCount += 1
    if !file.problems.isEmpty { invalid.append((source, file.diagnostics(.warning))) }
    var callEnd = 0
    for (index, token) in file.tokens.enumerated() {
      switch token.kind {
      case .mark where index < callEnd:
        if file.beginsMember(index), file.beginsOperand(index, at: token.start) {
          add(index + 1, ofType: "", from: index + 1, in: file)
        }
      case .word, .quotedWord, .text:
        guard token.start < token.end, firstBytes[Int(source.text.bytes[token.start])] else {
          continue
        }
        let text = file.text(index)
        if token.kind == .text {
          if known.contains(.text(text)) { members[.text(text)] = true }
          continue
        }
        if types[text] != nil { readType(text, at: index, in: file) }
        if flagCalls.contains(text), file.spelling(index + 1) == "(" {
          callEnd = max(callEnd, file.tokens[index + 1].end)
        }
      default: continue
      }
    }
  }

  private mutating func readType(_ name: String, at index: Int, in file: SwiftTokens) {
    if file.beginsMember(index + 1) {
      add(index + 2, ofType: name, from: index, in: file)
    } else if let type = file.type(named: index) {
      if !type.isExtension { types[name] = true }
      for member in type.members {
        let code = FeatureCode.member(type: name, name: member.name)
        members[code] = members[code] == true || member.value != nil
      }
    }
  }

  private mutating func add(
    _ name: Int, ofType type: String, from start: Int, in file: SwiftTokens
  ) {
    let code = FeatureCode.member(type: type, name: file.text(name))
    if uses[code] != nil { return }
    uses[code] = Use(
      file: fileCount, source: file.source,
      range: file.tokens[start].start..<file.tokens[name].end,
      isCall: file.spelling(name + 1) == "(")
  }

  // MARK: Findings

  /// Warnings about features whose names no file mentions.
  package func missing(in file: ManifestFile) -> [Diagnostic] {
    let locations = ManifestLocations(file)
    return zip(file.manifest.features.indices, file.codes).compactMap { feature, codes in
      if codes.isEmpty || codes.compactMap({ FeatureCode($0) }).contains(where: isMentioned) {
        return nil
      }
      let names = codes.map { "'\($0)'" }.joined(separator: " or ")
      return file.manifest.diagnostic(
        CrossCheckRule.featureNotInCode.severity, rule: CrossCheckRule.featureNotInCode.rawValue,
        message: "no source mentions \(names) of feature '\(file.manifest.features[feature].id)'",
        hint: "remove the feature, or correct its 'code'",
        range: locations.feature(feature), feature: feature)
    }
  }

  private func isMentioned(_ code: FeatureCode) -> Bool {
    uses[code] != nil || members[code] != nil
      || code.memberName.map { uses[.member(type: "", name: $0)] != nil } ?? false
  }

  /// Warnings about flags in no feature's `code`, in the files' order.
  package var undeclared: [(source: SourceFile, diagnostic: Diagnostic)] {
    let knownNames = Set(known.compactMap(\.memberName))
    var found: [String: Use] = [:]
    for (code, use) in uses {
      guard case .member(let type, let name) = code, !known.contains(code),
        !type.isEmpty || !knownNames.contains(name)
      else { continue }
      for type in type.isEmpty ? Array(types.keys) : [type] where isFlag(name, of: type, use) {
        let flag = "\(type).\(name)"
        if found[flag].map(use.isBefore) ?? true { found[flag] = use }
      }
    }
    return found.sorted { $0.key < $1.key }.sorted { $0.value.isBefore($1.value) }.map {
      (flag, use) in
      (
        use.source,
        CrossCheckRule.flagNotDeclared.diagnostic(
          "no feature has flag '\(flag)'", hint: "add a feature with \"code\": \"\(flag)\"",
          at: use.range)
      )
    }
  }

  /// Whether a member is a flag. Without its declaration, its name and use decide.
  private func isFlag(_ name: String, of type: String, _ use: Use) -> Bool {
    if let isFlag = members[.member(type: type, name: name)] { return isFlag }
    return types[type] == false && !use.isCall && name.first?.isUppercase == false
      && !["self", "init", "allCases", "none", "some"].contains(name)
  }
}

extension FeatureCode {
  fileprivate var memberName: String? {
    if case .member(_, let name) = self { name } else { nil }
  }
}

extension SwiftTokens {
  fileprivate func beginsMember(_ dot: Int) -> Bool { spelling(dot) == "." && isName(dot + 1) }
}
