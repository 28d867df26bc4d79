import Foundation
import TestSupport

/// Part of an expression: its tokens, and its meaning according to Firebase's documentation.
struct RandomExpression {
  var tokens: [String]
  /// Returns the truth of the expression for a device; nil if unknown.
  var truth: (RandomDevice) -> Bool?
}

/// Generates random rules with their meaning. It is an evaluator of Firebase's language that shares no code with the
/// program.
struct RandomRules {
  var facts = RandomTemplateFacts()

  mutating func rule(_ random: inout SeededGenerator) -> RandomExpression {
    let makers: [(inout RandomRules, inout SeededGenerator) -> RandomExpression] = [
      { .constant($1.oneIn(2)) },
      { $0.system(&$1) }, { $0.oneOf(&$1) }, { $0.oneOf(&$1) }, { $0.appID(&$1) },
      { $0.version(&$1) }, { $0.version(&$1) }, { $0.signalVersion(&$1) }, { $0.text(&$1) },
      { $0.text(&$1) }, { $0.number(&$1) }, { $0.number(&$1) }, { $0.date(&$1) },
      { $0.date(&$1) }, { $0.percent(&$1) }, { $0.percent(&$1) }, { $0.opaque(&$1) },
    ]
    return random.pick(makers)(&self, &random)
  }

  // MARK: Helpers

  private static let texts = [
    "a", "ab", "FR", "fr", "it's", "1.2", "é", "e\u{301}", "say \"x\"", "b\\d",
  ]
  private static let names = ["tier", "level", "my prop", "näme", "a b", "a-b"]

  private mutating func targets(_ random: inout SeededGenerator) -> [String] {
    let texts = (0...random.int(0...2)).map { _ in random.pick(Self.texts) }
    facts.targets += texts
    return texts
  }

  private func quoted(_ text: String, _ random: inout SeededGenerator) -> String {
    let quote: Character = random.oneIn(3) ? "\"" : "'"
    var result = String(quote)
    for character in text {
      if character == quote || character == "\\" { result += "\\" }
      result.append(character)
    }
    return result + String(quote)
  }

  private func list(_ texts: [String], _ random: inout SeededGenerator) -> [String] {
    var tokens = ["["]
    for (index, text) in texts.enumerated() {
      if index > 0 { tokens.append(",") }
      tokens.append(quoted(text, &random))
    }
    return tokens + ["]"]
  }

  private static let comparisons = ["<", "<=", ">", ">=", "==", "!="]

  /// Whether a comparison is true for the sign of a difference.
  private static func holds(_ comparison: String, _ sign: Int) -> Bool {
    switch comparison {
    case "<": sign < 0
    case "<=": sign <= 0
    case ">": sign > 0
    case ">=": sign >= 0
    case "==": sign == 0
    default: sign != 0
    }
  }

  // MARK: Rules

  private func system(_ random: inout SeededGenerator) -> RandomExpression {
    let system = random.pick(["ios", "android", "web"])
    let isEqual = random.oneIn(2)
    return RandomExpression(
      tokens: ["device", ".", "os", isEqual ? "==" : "!=", quoted(system, &random)]
    ) { _ in isEqual == (system == "ios") }
  }

  private mutating func appID(_ random: inout SeededGenerator) -> RandomExpression {
    let target = targets(&random)[0]
    let isEqual = random.oneIn(2)
    facts.texts.insert("app.id")
    return RandomExpression(
      tokens: ["app", ".", "id", isEqual ? "==" : "!=", quoted(target, &random)]
    ) { device in
      device.texts["app.id"].map {
        ($0.unicodeScalars.elementsEqual(target.unicodeScalars)) == isEqual
      }
    }
  }

  private mutating func oneOf(_ random: inout SeededGenerator) -> RandomExpression {
    let subjects: [(tokens: [String], name: String)] = [
      (["device", ".", "country"], "device.country"),
      (["device", ".", "language"], "device.language"),
      (["app", ".", "firebaseInstallationId"], "app.firebaseInstallationId"),
      (["firebaseInstallationId"], "app.firebaseInstallationId"),
    ]
    let (subject, name) = random.pick(subjects)
    let written = targets(&random)
    // States contain countries in upper case.
    let accepted = name == "device.country" ? written.map { asciiUppercased($0) } : written
    facts.targets += accepted
    facts.texts.insert(name)
    return RandomExpression(tokens: subject + ["in"] + list(written, &random)) { device in
      device.texts[name].map { text in
        accepted.contains { $0.unicodeScalars.elementsEqual(text.unicodeScalars) }
      }
    }
  }

  private func asciiUppercased(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map {
          $0.isASCII ? Character($0).uppercased().unicodeScalars.first! : $0
        }))
  }

  private static func target(_ random: inout SeededGenerator, parts: Int) -> [Int] {
    (0...random.int(0...parts - 1)).map { _ in random.int(0...3) }
  }

  /// Returns the sign of the difference of two versions, where missing parts are 0.
  private static func difference(_ one: [Int], _ other: [Int]) -> Int {
    for index in 0..<max(one.count, other.count) {
      let (left, right) = (
        index < one.count ? one[index] : 0, index < other.count ? other[index] : 0
      )
      if left != right { return left < right ? -1 : 1 }
    }
    return 0
  }

  /// A manifest's versions have three parts; zeros at the end do not count.
  private static func isExpressible(_ target: [Int]) -> Bool {
    target.dropFirst(3).allSatisfy { $0 == 0 }
  }

  private mutating func version(_ random: inout SeededGenerator) -> RandomExpression {
    let isBuild = random.oneIn(2)
    let comparison = random.pick(Self.comparisons)
    let target = Self.target(&random, parts: 5)
    let text = target.map(String.init).joined(separator: ".")
    if isBuild { facts.versions.insert("app.build") }
    let start = ["app", ".", isBuild ? "build" : "version", ".", comparison, "(", "["]
    let tokens = start + [quoted(text, &random), "]", ")"]
    if !Self.isExpressible(target) {
      return opaque(start + ["'\(text)'", "]", ")"], tokens: tokens)
    }
    return RandomExpression(tokens: tokens) { device in
      if isBuild {
        return device.versions["app.build"].map {
          Self.holds(comparison, Self.difference($0, target))
        }
      }
      return Self.holds(comparison, device.appVersion.map { Self.difference($0, target) } ?? 1)
    }
  }

  private mutating func signalVersion(_ random: inout SeededGenerator) -> RandomExpression {
    let name = random.pick(Self.names)
    let comparison = random.pick(Self.comparisons)
    let target = Self.target(&random, parts: 5)
    let text = target.map(String.init).joined(separator: ".")
    let fact = "signal.\(name).version"
    facts.versions.insert(fact)
    func tokens(_ name: String, _ text: String) -> [String] {
      ["version", "(", "app", ".", "customSignal", "[", name, "]", ")", comparison, text]
    }
    let written = tokens(quoted(name, &random), quoted(text, &random))
    if !Self.isExpressible(target) {
      return opaque(tokens("'\(name)'", "'\(text)'"), tokens: written)
    }
    return RandomExpression(tokens: written) { device in
      device.versions[fact].map { Self.holds(comparison, Self.difference($0, target)) }
    }
  }

  private mutating func text(_ random: inout SeededGenerator) -> RandomExpression {
    let name = random.pick(Self.names)
    let subjects: [(tokens: [String], fact: String)] = [
      (["app", ".", "version"], "app.version.text"), (["app", ".", "build"], "app.build.text"),
      (["app", ".", "userProperty", "[", quoted(name, &random), "]"], "user.\(name)"),
      (["app", ".", "customSignal", "[", quoted(name, &random), "]"], "signal.\(name)"),
    ]
    let (subject, fact) = random.pick(subjects)
    facts.texts.insert(fact)
    let method = random.pick(["contains", "notContains", "exactlyMatches"])
    let targets = targets(&random)
    let written = method == "exactlyMatches" ? targets.map { " \($0)\t" } : targets
    return RandomExpression(
      tokens: subject + [".", method, "("] + list(written, &random) + [")"]
    ) { device in
      guard let text = device.texts[fact] else { return nil }
      let scalars = Array(text.unicodeScalars)
      switch method {
      case "contains": return targets.contains { Self.contains(scalars, Array($0.unicodeScalars)) }
      case "notContains":
        return !targets.contains { Self.contains(scalars, Array($0.unicodeScalars)) }
      default: return targets.contains { $0.unicodeScalars.elementsEqual(scalars) }
      }
    }
  }

  private static func contains(_ text: [Unicode.Scalar], _ part: [Unicode.Scalar]) -> Bool {
    text.indices.contains { text[$0...].starts(with: part) }
  }

  private mutating func number(_ random: inout SeededGenerator) -> RandomExpression {
    let name = random.pick(Self.names)
    let isSignal = random.oneIn(2)
    let comparison = random.pick(Self.comparisons)
    let halves = random.int(-6...12)
    let isWhole = halves % 2 == 0
    let target = isWhole ? Double((halves / 2)) : Double(halves) / 2
    let sign = target >= 0 && random.oneIn(4) ? "+" : ""
    let digits =
      isWhole ? sign + "\(Int(target))" + (random.oneIn(3) ? ".0" : "") : "\(sign)\(target)"
    let fact = "\(isSignal ? "signal" : "user").\(name).number"
    facts.numbers.insert(fact)
    func tokens(_ name: String) -> [String] {
      ["app", ".", isSignal ? "customSignal" : "userProperty", "[", name, "]", comparison, digits]
    }
    let written = tokens(quoted(name, &random))
    if !isWhole { return opaque(tokens("'\(name)'"), tokens: written) }
    return RandomExpression(tokens: written) { device in
      device.numbers[fact].map { number in
        Self.holds(comparison, Double(number) < target ? -1 : Double(number) > target ? 1 : 0)
      }
    }
  }

  private static let zones = [
    nil, "UTC", "GMT", "Europe/Paris", "America/Los_Angeles", "Asia/Kolkata", "Australia/Lord_Howe",
    "Asia/Kathmandu", "America/Sao_Paulo", "Etc/GMT+5", "Europe/Dublin",
  ]

  private mutating func date(_ random: inout SeededGenerator) -> RandomExpression {
    let zone = random.pick(Self.zones)
    let fields = [
      random.int(1971...2090), random.int(1...12), random.int(1...28), random.int(4...23),
      random.int(0...59), random.int(0...59),
    ]
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: zone ?? "GMT")!
    let components = DateComponents(
      year: fields[0], month: fields[1], day: fields[2], hour: fields[3], minute: fields[4],
      second: fields[5])
    let moment = Int(calendar.date(from: components)!.timeIntervalSince1970)
    facts.moments.append(moment)
    let text = String(
      format: "%04d-%02d-%02dT%02d:%02d:%02d", fields[0], fields[1], fields[2], fields[3],
      fields[4], fields[5])
    let comparison = random.pick(["<", "<=", ">", ">="])
    let isNow = random.oneIn(2)
    if !isNow { facts.dates.insert("app.firstOpenTimestamp") }
    var tokens = isNow ? ["dateTime"] : ["app", ".", "firstOpenTimestamp"]
    if !isNow, random.oneIn(3) { tokens = ["firstOpenTimestamp"] }
    tokens.append(comparison)
    if isNow || random.oneIn(2) { tokens.append("dateTime") }
    tokens += ["(", quoted(text, &random)]
    if let zone { tokens += [",", quoted(zone, &random)] }
    return RandomExpression(tokens: tokens + [")"]) { device in
      (isNow ? device.date : device.dates["app.firstOpenTimestamp"]).map { date in
        Self.holds(comparison, date - moment)
      }
    }
  }

  private mutating func percent(_ random: inout SeededGenerator) -> RandomExpression {
    let seed = random.pick([nil, nil, "seed", "s2", ""])
    let bucket = seed.map { "percent.\($0)" } ?? "percent"
    facts.buckets.insert(bucket)
    // The limit is in ten-thousandths of a percent.
    func limit() -> Int {
      random.pick([0, 1, 100_000, 125_000, 333_333, 500_000, 999_999, 1_000_000])
    }
    func digits(_ limit: Int) -> String {
      limit % 10_000 == 0 ? "\(limit / 10_000)" : String(format: "%.4f", Double(limit) / 10_000)
    }
    var tokens = ["percent"]
    if let seed { tokens += ["(", quoted(seed, &random), ")"] }
    let (one, other) = (limit(), limit())
    facts.limits += [one, other]
    // A position represents the percentiles above it, up to the next position.
    if one < other, random.oneIn(2) {
      tokens += ["between", digits(one), "and", digits(other)]
      return RandomExpression(tokens: tokens) { device in
        device.positions[bucket].map { $0 + 1 > one && $0 + 1 <= other }
          ?? (one == 0 && other == 1_000_000 ? true : nil)
      }
    }
    let isUpTo = random.oneIn(2)
    tokens += [isUpTo ? "<=" : ">", digits(one)]
    return RandomExpression(tokens: tokens) { device in
      // Every percentile is above 0 and at most 100.
      if one == 0 || one == 1_000_000 { return (one == 1_000_000) == isUpTo }
      return device.positions[bucket].map { ($0 + 1 <= one) == isUpTo }
    }
  }

  private mutating func opaque(_ random: inout SeededGenerator) -> RandomExpression {
    let rules: [[String]] = [
      ["app", ".", "audiences", ".", "inAll", "(", "[", "'a'", ",", "'b'", "]", ")"],
      ["app", ".", "importedSegments", ".", "notInAll", "(", "[", "'a'", "]", ")"],
      [
        "app", ".", "userProperty", "[", "'tier'", "]", ".", "matches", "(", "[", "'^a\\d+$'", "]",
        ")",
      ],
      ["app", ".", "browserAndVersion", ".", "inAtLeastOne", "(", "[", "'chrome'", "]", ")"],
      ["device", ".", "country", "in", "[", "'FR'", ",", "''", "]"],
      ["app", ".", "id", "==", "''"],
      ["app", ".", "version", ".", ">=", "(", "[", "'1.9999999999'", "]", ")"],
      ["app", ".", "userProperty", "[", "'tier'", "]", "==", "1.5"],
      ["app", ".", "userProperty", "[", "'tier'", "]", ">", "99999999999999999999"],
      ["percent", "<=", "12.34567"],
      ["percent", "(", "'s'", ")", "between", "0.00001", "and", "5"],
      ["app", ".", "version", ".", "contains", "(", "[", "''", "]", ")"],
    ]
    let rule = random.pick(rules)
    return opaque(rule, tokens: rule)
  }

  /// Returns a rule whose result is an attribute that is named for it; `rule` has Firebase's quotes.
  private mutating func opaque(_ rule: [String], tokens: [String]) -> RandomExpression {
    let name = Self.written(rule)
    facts.truths.insert(name)
    return RandomExpression(tokens: tokens) { $0.truths[name] }
  }

  /// Returns the rule in Firebase's format, with one space around operators and after commas.
  private static func written(_ tokens: [String]) -> String {
    var text = ""
    for (index, token) in tokens.enumerated() {
      let isMethod = index > 0 && tokens[index - 1] == "."
      switch token {
      case "in", "between", "and": text += " \(token) "
      case "==", "!=", "<", "<=", ">", ">=": text += isMethod ? token : " \(token) "
      case ",": text += ", "
      default: text += token
      }
    }
    return text
  }
}

extension RandomExpression {
  static func constant(_ value: Bool) -> RandomExpression {
    RandomExpression(tokens: ["\(value)"]) { _ in value }
  }

  /// Returns the tokens with random white space wherever they need or allow it.
  func text(_ random: inout SeededGenerator) -> String {
    var text = ""
    for token in tokens {
      let runsTogether =
        (text.last.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false)
        && (token.first.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false)
      text += runsTogether ? " " : random.pick(["", "", " ", " ", "\n", "\t "])
      text += token
    }
    return text
  }
}
