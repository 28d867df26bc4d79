import FlintText

struct ExpressionProblem: Error {
  enum Fact {
    case unexpected(String, expected: [ExpectedToken])
    case unclosedText(quote: Unicode.Scalar)
    case notAVersion(String)
    case tooManyVersionParts(String)
    case unknownSystem(String)
    case notADate(String)
    case unknownTimeZone(String)
    case noTimeZoneData(String)
    case notAPercentage(String)
    case emptyInterval(lower: String, upper: String)
  }

  var fact: Fact
  var hint: String?
  var range: Range<Int>

  var diagnostic: Diagnostic {
    Diagnostic(
      .error, rule: ImportRule.invalidExpression.rawValue, message: message,
      hint: hint ?? usualHint, range: range)
  }

  private var message: String {
    switch fact {
    case .unexpected(let found, let expected): "found \(found); expected \(expected.prose)"
    case .unclosedText("'"): "the expression ends inside a string; expected \"'\""
    case .unclosedText: "the expression ends inside a string; expected '\"'"
    case .notAVersion(let text): "found '\(text)'; expected a version, such as '2.10.1'"
    case .tooManyVersionParts(let text):
      "found '\(text)'; expected a version of at most \(TargetVersion.maxSignalParts) numbers"
    case .unknownSystem(let text): "found '\(text)'; expected \(systems)"
    case .notADate(let text): "found '\(text)'; expected a date"
    case .unknownTimeZone(let name): "time zone '\(name)' is unknown"
    case .noTimeZoneData(let name):
      "time zone '\(name)' cannot be resolved: this machine has no time zone data"
    case .notAPercentage(let digits): "found \(digits); expected a number from 0 to 100"
    case .emptyInterval(let lower, let upper): "found \(upper); expected a number above \(lower)"
    }
  }

  private var systems: String {
    ExpectedToken.prose(of: TargetSystem.allCases.map { "'\($0.rawValue)'" })
  }

  private var usualHint: String? {
    switch fact {
    case .notADate:
      "write dates such as '2026-12-01T09:00:00'; the time zone is a separate argument"
    case .unknownTimeZone: "use an IANA name, such as 'Europe/Paris'"
    case .noTimeZoneData:
      "install the package 'tzdata', or set TZDIR to a folder of compiled time zones"
    case .unexpected, .unclosedText, .notAVersion, .tooManyVersionParts, .unknownSystem,
      .notAPercentage, .emptyInterval:
      nil
    }
  }
}

enum ExpectedToken {
  case word(String)
  case symbol(ExpressionSymbol)
  case text, number, rule, end

  var prose: String {
    switch self {
    case .word(let word): "'\(word)'"
    case .symbol(let symbol): "'\(symbol.rawValue)'"
    case .text: "a string"
    case .number: "a number"
    case .rule: "a rule"
    case .end: "the end of the expression"
    }
  }

  /// `a, b or c`
  static func prose(of alternatives: [String]) -> String {
    guard alternatives.count > 1, let last = alternatives.last else {
      return alternatives.first ?? ""
    }
    return alternatives.dropLast().joined(separator: ", ") + " or " + last
  }
}

extension [ExpectedToken] {
  fileprivate var prose: String { ExpectedToken.prose(of: map(\.prose)) }
}
