/// A declaration or extension of a type, with possible feature flags.
struct SwiftType {
  /// A case, or a static or wrapped property.
  struct Member {
    let name: String
    /// The index of the name's token.
    let token: Int
    /// The index of the declaration's first token, which follows its documentation.
    let first: Int
    let isCase: Bool
    /// A flag's value, unknown if it cannot be read. Nil for properties that are visibly no
    /// Booleans, and for private properties without a literal.
    let value: Ternary?
  }

  let name: String
  let isExtension: Bool
  fileprivate(set) var members: [Member] = []
  /// Boolean properties, with the value for each case.
  fileprivate(set) var properties: [(name: String, cases: SwiftSwitch)] = []
}

extension SwiftTokens {
  /// All types, nested ones included.
  var types: [SwiftType] { tokens.indices.compactMap(type) }

  /// Nil unless the token names a type in a declaration or extension.
  func type(named index: Int) -> SwiftType? {
    guard isName(index), spelling(index + 1) != "." else { return nil }
    var keyword = index - 1
    while spelling(keyword) == ".", isName(keyword - 1) { keyword -= 2 }
    guard ["extension", "enum", "struct", "class", "actor"].contains(spelling(keyword)),
      spelling(keyword - 1) != ".",
      !["func", "var", "let", "subscript"].contains(spelling(index))
    else { return nil }
    var body = index + 1
    while body < tokens.count, spelling(body) != "{" {
      if tokens[body].kind == .closing { return nil }
      body = next(after: body)
    }
    if body >= tokens.count { return nil }
    let isExtension = spelling(keyword) == "extension"
    var reader = TypeReader(
      file: self, rest: tokens(inside: body)[...],
      type: SwiftType(name: text(index), isExtension: isExtension))
    reader.read()
    return reader.type
  }
}

/// Reads the members of one type without what is inside them.
private struct TypeReader {
  let file: SwiftTokens
  var rest: ArraySlice<Int>
  var type: SwiftType

  private var first: Int?
  private var isStatic = false
  private var isPrivate = false
  /// For each attribute before the member, the bracket of its arguments; nil without any.
  private var attributes: [Int?] = []

  init(file: SwiftTokens, rest: ArraySlice<Int>, type: SwiftType) {
    (self.file, self.rest, self.type) = (file, rest, type)
  }

  mutating func read() {
    while let token = rest.popFirst() {
      let start = first ?? token
      switch file.spelling(token) {
      case "case": readDeclarations(from: start, isCase: true)
      case "let", "var": readDeclarations(from: start, isCase: false)
      case "static", "class": (first, isStatic) = (start, true)
      case "@":
        first = start
        readAttribute()
      case "private", "fileprivate":
        first = start
        isPrivate = isPrivate || file.spelling(token + 1) != "("
      case "public", "package", "internal", "open", "final", "indirect", "lazy", "nonisolated",
        "weak", "unowned", "dynamic", "override":
        first = start
      case "(", "[": break
      default: forgetModifiers()
      }
    }
  }

  private mutating func forgetModifiers() {
    (first, isStatic, isPrivate, attributes) = (nil, false, false, [])
  }

  private mutating func readAttribute() {
    _ = rest.popFirst()
    while let dot = rest.first, file.spelling(dot) == "." { rest = rest.dropFirst(2) }
    guard let next = rest.first else { return }
    let hasArguments =
      file.spelling(next) == "(" && file.tokens[next].start == file.end(next - 1)
    attributes.append(hasArguments ? rest.removeFirst() : nil)
  }

  private mutating func readDeclarations(from first: Int, isCase: Bool) {
    for part in statement().split(whereSeparator: { file.spelling($0) == "," }) {
      guard file.isName(part[part.startIndex]) else { break }
      let value = isCase ? .unknown : readProperty(part)
      guard isCase || isStatic || !attributes.isEmpty else { continue }
      type.members.append(
        SwiftType.Member(
          name: file.text(part[part.startIndex]), token: part[part.startIndex], first: first,
          isCase: isCase, value: isPrivate && value == .unknown ? nil : value))
    }
    forgetModifiers()
  }

  /// Consumes a statement, with lines that continue it, and returns its tokens.
  private mutating func statement() -> ArraySlice<Int> {
    let start = rest
    while let token = rest.first, file.spelling(token) != ";",
      file.tokens[token].kind != .directive,
      token == start.first || file.continuesStatement(token)
    {
      rest.removeFirst()
    }
    return start[..<rest.startIndex]
  }

  /// The value of a flag; nil for other properties.
  private mutating func readProperty(_ property: ArraySlice<Int>) -> Ternary? {
    let sides = property.split(maxSplits: 1) { file.spelling($0) == "=" }
    let typeName = sides[0].dropFirst(2).map(file.spelling)
    let isBoolean = typeName.first == "Bool" && typeName.dropFirst().allSatisfy { $0 == "{" }
    guard sides.count > 1 else {
      if let brace = property.last, file.spelling(brace) == "{" {
        if isBoolean, isStatic { return file.value(inside: brace) }
        if isBoolean {
          let name = file.text(property[property.startIndex])
          type.properties.append((name, SwiftSwitch(inside: brace, of: file)))
        }
        if !isStatic { return nil }
      }
      return attributeValue ?? (isBoolean && (isStatic || hasAttributeValue) ? .unknown : nil)
    }
    var value = sides[1]
    if value.count > 1, let brace = value.last, file.hasObservers(brace) { value.removeLast() }
    if let value = file.literal(value) ?? attributeValue { return value }
    if !isStatic { return nil }
    if isBoolean, value.map(file.spelling) == ["{", "("] {
      return file.value(inside: value[value.startIndex])
    }
    if let value = file.argument(of: value) { return value }
    return isBoolean || typeName.isEmpty && file.isCondition(value) ? .unknown : nil
  }

  /// The only Boolean argument of the member's attributes. Unknown if there are several, else nil.
  private var attributeValue: Ternary? {
    let literals = attributes.compactMap(\.self).flatMap(file.booleanArguments)
    return literals.count > 1 ? .unknown : literals.first
  }

  /// Whether an attribute has arguments other than a key path. `@Environment(\.isEnabled)` refers
  /// to another value.
  private var hasAttributeValue: Bool {
    attributes.contains { $0.map { file.spelling($0 + 1) != "\\" } ?? false }
  }
}

extension SwiftTokens {
  fileprivate func continuesStatement(_ index: Int) -> Bool {
    if !beginsLine(index) || tokens[index].kind == .operator { return true }
    let isPostfix = ["?", "!", ">"].contains(spelling(index - 1))
    return tokens[index - 1].kind == .operator && !isPostfix
      || [",", ":"].contains(spelling(index - 1)) || [",", ".", "{"].contains(spelling(index))
  }

  fileprivate func hasObservers(_ brace: Int) -> Bool {
    spelling(brace) == "{" && ["didSet", "willSet"].contains(spelling(brace + 1))
  }

  // MARK: Boolean values

  fileprivate func literal(_ expression: ArraySlice<Int>) -> Ternary? {
    expression.count == 1 ? expression.first.flatMap(literal) : nil
  }

  fileprivate func literal(_ index: Int) -> Ternary? {
    ["true": .yes, "false": .no][spelling(index)]
  }

  /// Arguments that are Boolean literals as a whole.
  fileprivate func booleanArguments(_ bracket: Int) -> [Ternary] {
    tokens(inside: bracket).split { spelling($0) == "," }.compactMap { argument in
      let hasLabel = argument.count > 1 && spelling(argument[argument.startIndex + 1]) == ":"
      return literal(argument.dropFirst(hasLabel ? 2 : 0))
    }
  }

  /// The Boolean argument of an initializer's call. Unknown if there are several, nil without any.
  fileprivate func argument(of call: ArraySlice<Int>) -> Ternary? {
    guard let bracket = call.firstIndex(where: { spelling($0) == "(" }) else { return nil }
    let path = call[..<bracket].prefix { spelling($0) != "<" }
    let literals = booleanArguments(call[bracket])
    guard path.allSatisfy({ isName($0) || spelling($0) == "." }), let last = path.last,
      spelling(last) == "init" || text(last).first?.isUppercase == true, !literals.isEmpty
    else { return nil }
    let isWhole = call.dropFirst(bracket + 1 - call.startIndex).allSatisfy { spelling($0) == "{" }
    return literals.count == 1 && isWhole ? literals[0] : .unknown
  }

  /// Whether operators or a name show that the expression is Boolean.
  fileprivate func isCondition(_ expression: ArraySlice<Int>) -> Bool {
    let operators = ["==", "!=", "<=", ">=", "&&", "||", "===", "!=="]
    let words = expression.map(spelling)
    if words.first == "!" || words.contains(where: operators.contains) { return true }
    guard let name = expression.last(where: isName).map(text) else { return false }
    let rest = name.dropFirst(name.hasPrefix("is") ? 2 : 3)
    return ["contains", "includes"].contains(name) || name.hasPrefix("bool")
      || (name.hasPrefix("is") || name.hasPrefix("has")) && rest.first?.isUppercase == true
  }

  /// The value in braces that contain only literals, `return` and directives. Unknown if literals
  /// differ, or for other contents.
  fileprivate func value(inside brace: Int) -> Ternary {
    let body = tokens(inside: brace)
    return value(of: body.map(spelling) == ["get", "{"] ? tokens(inside: body[1]) : body)
  }

  fileprivate func value(of statements: some Sequence<Int>) -> Ternary {
    statements.filter { tokens[$0].kind != .directive && ![";", "return"].contains(spelling($0)) }
      .map(literal).common
  }
}

/// A Boolean property's values by case, from a `switch` over `self`.
struct SwiftSwitch {
  private var values: [String: [Ternary?]] = [:]
  private var defaults: [Ternary?] = []
  /// Values that statements around the `switch` return.
  private var outside: [Ternary?] = []
  /// Cases inside an `#if`.
  private var conditional: Set<String> = []

  var hasLiteral: Bool {
    (values.values.joined() + defaults).contains { $0 != .unknown }
  }

  /// The value for the case with this name. Unknown if branches differ.
  subscript(name: String) -> Ternary {
    let own = values[name] ?? []
    return (own + (own.isEmpty || conditional.contains(name) ? defaults : []) + outside).common
  }

  fileprivate init(inside brace: Int, of file: SwiftTokens) {
    var index = brace + 1
    while index < min(file.tokens[brace].end, file.tokens.count) {
      if (0...2).map({ file.spelling(index + $0) }) == ["switch", "self", "{"] {
        readClauses(file.tokens(inside: index + 2), of: file)
        index = file.next(after: index + 2)
      } else {
        index += 1
        if file.spelling(index - 1) == "return", let value = file.literal(index) {
          outside.append(value)
        }
      }
    }
  }

  private mutating func readClauses(_ tokens: [Int], of file: SwiftTokens) {
    var clauses: [(tokens: [Int], isConditional: Bool)] = []
    var depth = 0
    for token in tokens {
      if file.beginsClause(token) { clauses.append(([], depth > 0)) }
      if file.spelling(token).hasPrefix("#if") { depth += 1 }
      if file.spelling(token).hasPrefix("#endif") { depth -= 1 }
      if !clauses.isEmpty { clauses[clauses.count - 1].tokens.append(token) }
    }
    for (tokens, isConditional) in clauses {
      let head = tokens.prefix { file.spelling($0) != ":" }
      let value = file.value(of: tokens.dropFirst(head.count + 1))
      if file.spelling(tokens[0]) != "case" { defaults.append(value) }
      for (dot, name) in zip(head, head.dropFirst())
      where file.spelling(dot) == "." && file.isName(name) {
        let isWhole = [",", ":"].contains(file.spelling(name + 1))
        values[file.text(name), default: []].append(isWhole ? value : .unknown)
        if isConditional { conditional.insert(file.text(name)) }
      }
    }
  }
}

extension SwiftTokens {
  fileprivate func beginsClause(_ index: Int) -> Bool {
    switch spelling(index) {
    case "@": spelling(index + 1) == "unknown"
    case "case", "default":
      ![".", ",", "if", "guard", "while", "for", "unknown"].contains(spelling(index - 1))
    default: false
    }
  }
}

extension Sequence<Ternary?> {
  /// The value that all elements have; else unknown.
  var common: Ternary {
    let values = Set(self)
    return values.count == 1 ? values.first.flatMap(\.self) ?? .unknown : .unknown
  }
}
