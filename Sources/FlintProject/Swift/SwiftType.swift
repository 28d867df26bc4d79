import FlintModel
import FlintText

/// A declaration or an extension of a type, with what can be a feature flag.
struct SwiftType {
  /// A case, or a static or wrapped property.
  struct Member {
    let name: String
    /// Of the name.
    let token: Int
    /// Of the declaration, which follows its documentation.
    let first: Int
    /// False for properties that are visibly no Booleans, and private ones.
    let isFlag: Bool
    let isCase: Bool
    /// Unknown if it cannot be read.
    let value: Ternary
  }

  /// Its braces contain what decides.
  struct BooleanProperty {
    let name: String
    let body: Int
  }

  let name: String
  let isExtension: Bool
  private(set) var members: [Member] = []
  private(set) var properties: [BooleanProperty] = []
}

extension SwiftTokens {
  /// Nested ones, too.
  var types: [SwiftType] { tokens.indices.compactMap { type(named: $0) } }

  /// Nil unless the token is the name in a declaration or extension of a type.
  func type(named index: Int) -> SwiftType? {
    guard isName(index), index > 0, !spells(index + 1, ".") else { return nil }
    var keyword = index - 1
    while keyword > 1, spells(keyword, "."), isName(keyword - 1) { keyword -= 2 }
    let isExtension = spells(keyword, "extension")
    let isEnum = spells(keyword, "enum")
    let isOther = spells(keyword, "struct") || spells(keyword, "class") || spells(keyword, "actor")
    guard isExtension || isEnum || isOther, !spells(keyword - 1, ".") else { return nil }
    let isPart = ["func", "var", "let", "subscript"].contains { spells(index, $0) }
    guard !isPart, let body = body(after: index) else { return nil }
    var type = SwiftType(name: text(index), isExtension: isExtension)
    var reader = MemberReader(source: self, next: body + 1, end: tokens[body].end)
    reader.read(into: &type)
    return type
  }

  /// The braces of a declaration that begins before this token.
  private func body(after index: Int) -> Int? {
    var next = index + 1
    while next < tokens.count, tokens[next].kind != .closing {
      if spells(next, "{") { return next }
      next = self.next(after: next)
    }
    return nil
  }
}

extension SwiftType {
  fileprivate mutating func add(_ member: Member) { members.append(member) }
  fileprivate mutating func add(_ property: BooleanProperty) { properties.append(property) }
}

/// Reads the members of one type without what is inside them.
private struct MemberReader {
  let source: SwiftTokens
  var next: Int
  let end: Int

  private var first: Int?
  private var isStatic = false
  private var isPrivate = false
  /// The brackets of the arguments of attributes; nil without arguments.
  private var attributes: [Int?] = []

  init(source: SwiftTokens, next: Int, end: Int) {
    (self.source, self.next, self.end) = (source, next, min(end, source.tokens.count))
  }

  mutating func read(into type: inout SwiftType) {
    while next < end {
      let token = next
      switch source.tokens[token].kind {
      case .word where !source.spells(token - 1, "."): readWord(into: &type)
      case .mark where source.spells(token, "@"): readAttribute()
      case .opening:
        next = source.next(after: token)
        if source.spells(token, "{") { forgetModifiers() }
      case .directive:
        next += 1
        forgetModifiers()
      default: next += 1
      }
    }
  }

  private static let modifiers: [StaticString] = [
    "public", "package", "internal", "open", "final", "indirect", "lazy", "nonisolated", "weak",
    "unowned", "dynamic", "override",
  ]

  private mutating func forgetModifiers() {
    (first, isStatic, isPrivate, attributes) = (nil, false, false, [])
  }

  private mutating func readWord(into type: inout SwiftType) {
    let token = next
    next += 1
    func spells(_ texts: StaticString...) -> Bool { texts.contains { source.spells(token, $0) } }
    if spells("let", "var") {
      readBindings(from: first ?? token, into: &type)
      forgetModifiers()
    } else if spells("case") {
      readCases(from: first ?? token, into: &type)
      forgetModifiers()
    } else if spells("static", "class") {
      first = first ?? token
      isStatic = true
    } else if spells("private", "fileprivate") {
      first = first ?? token
      isPrivate = isPrivate || !source.spells(next, "(")
    } else if Self.modifiers.contains(where: { source.spells(token, $0) }) {
      first = first ?? token
    } else {
      forgetModifiers()
    }
  }

  private mutating func readAttribute() {
    first = first ?? next
    next += 2
    while source.spells(next, "."), source.isName(next + 1) { next += 2 }
    let hasArguments =
      source.spells(next, "(") && source.tokens[next].start == source.end(next - 1)
    attributes.append(hasArguments ? next : nil)
    if hasArguments { next = source.next(after: next) }
  }

  private mutating func readCases(from first: Int, into type: inout SwiftType) {
    while next < end, source.isName(next) {
      type.add(
        SwiftType.Member(
          name: source.text(next), token: next, first: first, isFlag: true, isCase: true,
          value: .unknown))
      next += 1
      while next < end, ![",", ";"].contains(where: { source.spells(next, $0) }),
        !source.beginsLine(next)
      {
        next = source.next(after: next)
      }
      guard source.spells(next, ",") else { return }
      next += 1
    }
  }

  // MARK: Properties

  private mutating func readBindings(from first: Int, into type: inout SwiftType) {
    while next < end, source.isName(next) {
      let name = next
      next += 1
      let isBoolean = source.spells(next, ":") && isBooleanType(next + 1)
      let hasOtherType = source.spells(next, ":") && !isBoolean
      skipType()
      let value = readValue(isBoolean: isBoolean, hasOtherType: hasOtherType)
      if isStatic || value != nil && !attributes.isEmpty {
        type.add(
          SwiftType.Member(
            name: source.text(name), token: name, first: first,
            isFlag: value != nil && !isPrivate, isCase: false, value: value ?? .unknown))
      }
      if source.spells(next, "{") {
        if isBoolean, !isStatic {
          type.add(SwiftType.BooleanProperty(name: source.text(name), body: next))
        }
        next = source.next(after: next)
      }
      guard source.spells(next, ",") else { return }
      next += 1
    }
  }

  /// Not an optional one.
  private func isBooleanType(_ index: Int) -> Bool {
    source.spells(index, "Bool")
      && !["?", "!", "?=", ".", "->"].contains { source.spells(index + 1, $0) }
  }

  private mutating func skipType() {
    guard source.spells(next, ":") else { return }
    next += 1
    while next < end, !["=", "{", ",", ";"].contains(where: { source.spells(next, $0) }) {
      let continues = source.spells(next - 1, ":") || !source.beginsLine(next)
      guard continues, source.tokens[next].kind != .directive else { return }
      next = source.next(after: next)
    }
  }

  /// Nil for what is no flag. Ends at an accessor or behind the value.
  private mutating func readValue(isBoolean: Bool, hasOtherType: Bool) -> Ternary? {
    guard source.spells(next, "=") else {
      if !attributes.isEmpty, !isStatic, source.spells(next, "{") { return nil }
      if isStatic, isBoolean, source.spells(next, "{") { return source.value(ofBody: next) }
      return attributeValue ?? (isBoolean && (isStatic || hasAttributeValue) ? .unknown : nil)
    }
    let start = next + 1
    next = endOfExpression(from: start)
    let expression = start..<next
    if let literal = source.literal(expression) { return literal }
    if let value = attributeValue { return value }
    guard isStatic else { return nil }
    if source.isClosure(expression), isBoolean { return source.value(ofBody: start) }
    if let value = source.argument(of: expression) { return value }
    return isBoolean || !hasOtherType && source.isCondition(expression) ? .unknown : nil
  }

  /// The only Boolean argument of attributes; unknown if there are several.
  private var attributeValue: Ternary? {
    let literals = attributes.compactMap(\.self).flatMap(source.booleanArguments)
    return literals.isEmpty ? nil : literals.count == 1 ? literals[0] : .unknown
  }

  /// `@Environment(\.isEnabled)` refers to another value.
  private var hasAttributeValue: Bool {
    attributes.contains { $0.map { !source.spells($0 + 1, "\\") } ?? false }
  }

  private func endOfExpression(from start: Int) -> Int {
    var index = start
    while index < end {
      let isFirst = index == start
      let kind = source.tokens[index].kind
      if source.spells(index, ",") || source.spells(index, ";") || kind == .directive { break }
      if !isFirst, source.beginsLine(index), kind != .operator, !source.spells(index, "."),
        source.tokens[index - 1].kind != .operator
      {
        break
      }
      // Observers follow the value; a closure is called.
      if !isFirst, source.spells(index, "{"), source.hasObservers(index) { break }
      index = source.next(after: index)
    }
    return index
  }
}

// MARK: - Boolean values

extension SwiftTokens {
  fileprivate func literal(_ expression: Range<Int>) -> Ternary? {
    expression.count == 1 ? literal(expression.lowerBound) : nil
  }

  private func literal(_ index: Int) -> Ternary? {
    spells(index, "true") ? .yes : spells(index, "false") ? .no : nil
  }

  fileprivate func hasObservers(_ brace: Int) -> Bool {
    ["didSet", "willSet"].contains { spells(brace + 1, $0) }
  }

  fileprivate func isClosure(_ expression: Range<Int>) -> Bool {
    let start = expression.lowerBound
    return spells(start, "{") && spells(next(after: start), "(")
      && next(after: next(after: start)) == expression.upperBound
  }

  /// Whole arguments only.
  fileprivate func booleanArguments(_ bracket: Int) -> [Ternary] {
    let end = min(tokens[bracket].end, tokens.count)
    var found: [Ternary] = []
    var index = bracket + 1
    while index < end {
      let follows = index == bracket + 1 || spells(index - 1, ",") || spells(index - 1, ":")
      if follows, index + 1 == end || spells(index + 1, ","), let value = literal(index) {
        found.append(value)
      }
      index = next(after: index)
    }
    return found
  }

  /// Of a call of an initializer with Boolean arguments; unknown if there are several.
  fileprivate func argument(of expression: Range<Int>) -> Ternary? {
    var index = expression.lowerBound
    if spells(index, ".") { index += 1 }
    while isName(index), spells(index + 1, ".") { index += 2 }
    guard isName(index), isInitializer(index) else { return nil }
    index += 1
    if spells(index, "<") {
      while index < expression.upperBound, !spells(index, "(") { index += 1 }
    }
    guard spells(index, "("), index < expression.upperBound else { return nil }
    let literals = booleanArguments(index)
    if literals.isEmpty { return nil }
    let rest = next(after: index)
    let isWhole = rest == expression.upperBound || spells(rest, "{")
    return literals.count == 1 && isWhole ? literals[0] : .unknown
  }

  private func isInitializer(_ index: Int) -> Bool {
    let first = source.text.bytes[tokens[index].start]
    return spells(index, "init") || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first
  }

  /// Whether an expression is certainly or by its name a Boolean.
  fileprivate func isCondition(_ expression: Range<Int>) -> Bool {
    var index = expression.lowerBound
    var last: Int?
    while index < expression.upperBound {
      let operators: [StaticString] = ["==", "!=", "<=", ">=", "&&", "||", "===", "!=="]
      let isNegation = spells(index, "!") && index == expression.lowerBound
      if isNegation || operators.contains(where: { spells(index, $0) }) { return true }
      if isName(index) { last = index }
      index = next(after: index)
    }
    guard let last else { return false }
    let name = text(last)
    let rest = name.dropFirst(name.hasPrefix("is") ? 2 : 3)
    return ["contains", "includes", "bool"].contains(name)
      || (name.hasPrefix("is") || name.hasPrefix("has")) && rest.first?.isUppercase == true
  }

  /// Of braces with nothing but literals, `return` and directives; unknown if they differ.
  func value(ofBody brace: Int) -> Ternary {
    let end = min(tokens[brace].end, tokens.count)
    let isGetter = spells(brace + 1, "get") && spells(brace + 2, "{")
    if isGetter, next(after: brace + 2) == end {
      return value(of: brace + 3..<min(tokens[brace + 2].end, end))
    }
    return value(of: brace + 1..<end)
  }

  private func value(of statements: Range<Int>) -> Ternary {
    var found: Ternary?
    for index in statements {
      let isIgnored = tokens[index].kind == .directive || spells(index, ";")
      if isIgnored || spells(index, "return") { continue }
      guard let value = literal(index) else { return .unknown }
      found = found.merged(with: value)
    }
    return found ?? .unknown
  }

  /// The values that a `switch` over `self` returns; nil without a literal.
  func cases(in property: SwiftType.BooleanProperty) -> SwiftSwitch? {
    let end = min(tokens[property.body].end, tokens.count)
    var result = SwiftSwitch()
    var outside: Ternary?
    var index = property.body + 1
    while index < end {
      if spells(index, "switch"), spells(index + 1, "self"), spells(index + 2, "{") {
        readClauses(of: index + 2, into: &result)
        index = next(after: index + 2)
        continue
      }
      if spells(index, "return"), let value = literal(index + 1) {
        outside = outside.merged(with: value)
      }
      index += 1
    }
    guard result.hasLiteral else { return nil }
    if let outside { result.add(outside) }
    return result
  }

  private func readClauses(of brace: Int, into result: inout SwiftSwitch) {
    let end = min(tokens[brace].end, tokens.count)
    var index = brace + 1
    var depth = 0
    while index < end {
      if tokens[index].kind == .directive {
        if spellsDirective(index, "#if") { depth += 1 }
        if spellsDirective(index, "#endif") { depth -= 1 }
      }
      guard beginsClause(index) else {
        index = next(after: index)
        continue
      }
      let head = index
      while index < end, !spells(index, ":") { index = next(after: index) }
      let body = index + 1
      while index < end, !beginsClause(index) { index = next(after: index) }
      let value = body < index ? self.value(of: body..<index) : .unknown
      if !spells(head, "case") {
        result.add(defaultValue: value)
      } else {
        read(patterns: head + 1..<body - 1, value, isConditional: depth > 0, into: &result)
      }
      for inner in body..<max(body, index) where tokens[inner].kind == .directive {
        if spellsDirective(inner, "#if") { depth += 1 }
        if spellsDirective(inner, "#endif") { depth -= 1 }
      }
    }
  }

  private func spellsDirective(_ index: Int, _ text: StaticString) -> Bool {
    source.text.bytes[range(index)].starts(
      with: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private func beginsClause(_ index: Int) -> Bool {
    if spells(index, "@") { return spells(index + 1, "unknown") }
    let isKeyword = spells(index, "case") || spells(index, "default")
    return isKeyword
      && ![".", ",", "if", "guard", "while", "for", "unknown"].contains { spells(index - 1, $0) }
  }

  private func read(
    patterns: Range<Int>, _ value: Ternary, isConditional: Bool, into result: inout SwiftSwitch
  ) {
    var index = patterns.lowerBound
    while index < patterns.upperBound {
      if spells(index, "."), isName(index + 1) {
        let rest = index + 2
        let isPlain = rest >= patterns.upperBound || spells(rest, ",")
        result.add(
          text(index + 1), isPlain ? value : .unknown, isConditional: isConditional)
      }
      index += 1
    }
  }
}

/// By case.
struct SwiftSwitch {
  private var values: [String: Ternary] = [:]
  private var conditional: Set<String> = []
  private var defaultValue: Ternary?
  /// Of statements around the `switch`.
  private var outside: Ternary?
  private(set) var hasLiteral = false

  /// Unknown if branches differ.
  subscript(name: String) -> Ternary {
    var value = values[name]
    if let defaultValue, value == nil || conditional.contains(name) {
      value = value.merged(with: defaultValue)
    }
    if let outside { value = value.merged(with: outside) }
    return value ?? .unknown
  }

  fileprivate mutating func add(_ name: String, _ value: Ternary, isConditional: Bool) {
    values[name] = values[name].merged(with: value)
    if isConditional { conditional.insert(name) }
    if value != .unknown { hasLiteral = true }
  }

  fileprivate mutating func add(defaultValue value: Ternary) {
    defaultValue = defaultValue.merged(with: value)
    if value != .unknown { hasLiteral = true }
  }

  fileprivate mutating func add(_ value: Ternary) { outside = value }
}

extension Ternary? {
  func merged(with value: Ternary) -> Ternary { self == nil || self == value ? value : .unknown }
}
