import FlintModel

enum TargetingRule {
  case constant(Bool)
  case system(isEqual: Bool, TargetSystem)
  case appID(isEqual: Bool, String)
  case oneOf(ListSubject, [String])
  case version(VersionSubject, Comparison, TargetVersion)
  case text(TextSubject, TextOperator, [String])
  case number(NamedValue, Comparison, DecimalNumber)
  /// Firebase reads the signal as a version.
  case signalVersion(name: String, Comparison, TargetVersion)
  case membership(MembershipSubject, MembershipOperator, [String])
  /// `app.browserAndVersion.METHOD(['A', 'B'])`
  case web(WebSubject, method: String, [String])
  case date(DateSubject, Comparison, TargetDate)
  case percent(seed: String?, PercentRange)
}

// MARK: - Subjects and operators, by the words of the language

enum TargetSystem: String, CaseIterable {
  case ios, android, web
}

enum ListSubject: String {
  case country = "device.country"
  case language = "device.language"
  case installation = "app.firebaseInstallationId"
}

enum VersionSubject: String {
  case appVersion = "app.version"
  case appBuild = "app.build"
}

/// A user property or custom signal, which the app sends.
struct NamedValue {
  enum Kind: String {
    case userProperty = "app.userProperty"
    case customSignal = "app.customSignal"
  }

  var kind: Kind
  var name: String
}

/// Of an operator on texts.
enum TextSubject {
  case version(VersionSubject)
  case value(NamedValue)
}

enum MembershipSubject: String {
  case audiences = "app.audiences"
  case importedSegments = "app.importedSegments"
}

enum WebSubject: String {
  case operatingSystem = "app.operatingSystemAndVersion"
  case browser = "app.browserAndVersion"
}

enum DateSubject: String {
  case now = "dateTime"
  case firstOpen = "app.firstOpenTimestamp"
}

enum Comparison: String {
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case equal = "=="
  case notEqual = "!="

  static let ordering: [Comparison] = [.less, .lessOrEqual, .greater, .greaterOrEqual]
  static let all = ordering + [.equal, .notEqual]
}

enum TextOperator: String, CaseIterable {
  case contains, notContains, exactlyMatches, matches
}

enum MembershipOperator: String, CaseIterable {
  case inAtLeastOne, notInAtLeastOne, inAll, notInAll
}

struct TargetDate {
  /// Perhaps with a time, in ``zone``.
  var text: String
  /// Nil for GMT.
  var zone: String?
  /// Since 1970, perhaps outside a manifest's dates.
  var seconds: Int64
}

/// Above the lower bound, at most the upper one.
enum PercentRange {
  case upTo(DecimalNumber)
  case above(DecimalNumber)
  case between(DecimalNumber, DecimalNumber)
}

// MARK: - As Firebase writes it

extension TargetingRule: CustomStringConvertible {
  /// In Firebase's notation; equal rules have equal texts.
  var description: String {
    switch self {
    case .constant(let value): "\(value)"
    case .system(let isEqual, let system):
      "device.os \(isEqual ? "==" : "!=") '\(system.rawValue)'"
    case .appID(let isEqual, let id):
      "app.id \(isEqual ? "==" : "!=") \(ExpressionText.quoted(id))"
    case .oneOf(let subject, let texts): "\(subject.rawValue) in \(ExpressionText.list(texts))"
    case .version(let subject, let comparison, let version):
      "\(subject.rawValue).\(comparison.rawValue)(\(ExpressionText.list([version.text])))"
    case .text(let subject, let textOperator, let texts):
      "\(subject).\(textOperator.rawValue)(\(ExpressionText.list(texts)))"
    case .number(let value, let comparison, let number):
      "\(value) \(comparison.rawValue) \(number.text)"
    case .signalVersion(let name, let comparison, let version):
      "version(\(NamedValue(kind: .customSignal, name: name))) \(comparison.rawValue) "
        + ExpressionText.quoted(version.text)
    case .membership(let subject, let membership, let texts):
      "\(subject.rawValue).\(membership.rawValue)(\(ExpressionText.list(texts)))"
    case .web(let subject, let method, let texts):
      "\(subject.rawValue).\(method)(\(ExpressionText.list(texts)))"
    case .date(.now, let comparison, let date):
      "dateTime \(comparison.rawValue) dateTime\(date)"
    case .date(.firstOpen, let comparison, let date):
      "app.firstOpenTimestamp \(comparison.rawValue) \(date)"
    case .percent(let seed, let range):
      "percent" + (seed.map { "(\(ExpressionText.quoted($0)))" } ?? "") + " \(range)"
    }
  }
}

extension NamedValue: CustomStringConvertible {
  var description: String { "\(kind.rawValue)[\(ExpressionText.quoted(name))]" }
}

extension TextSubject: CustomStringConvertible {
  var description: String {
    switch self {
    case .version(let subject): subject.rawValue
    case .value(let value): value.description
    }
  }
}

extension TargetDate: CustomStringConvertible {
  var description: String {
    "(" + [text, zone].compactMap(\.self).map(ExpressionText.quoted).joined(separator: ", ") + ")"
  }
}

extension PercentRange: CustomStringConvertible {
  var description: String {
    switch self {
    case .upTo(let number): "<= \(number.text)"
    case .above(let number): "> \(number.text)"
    case .between(let lower, let upper): "between \(lower.text) and \(upper.text)"
    }
  }
}

/// Any number of parts; a manifest has at most three.
struct TargetVersion {
  /// Firebase's limit for custom signals.
  static let maxSignalParts = 5

  let text: String
  let parts: [Substring]

  /// An empty text has no parts.
  init?(_ text: String) {
    self.text = text
    if text.isEmpty {
      parts = []
      return
    }
    parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard
      parts.allSatisfy({
        !$0.isEmpty && $0.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      })
    else { return nil }
  }

  /// Nil for an empty text, a part that is too large for a manifest, and more than three parts that are not zeros at
  /// the end.
  var version: Version? {
    var numbers: [Int32] = []
    for part in parts {
      guard let number = Int32(part) else { return nil }
      numbers.append(number)
    }
    guard numbers.dropFirst(3).allSatisfy({ $0 == 0 }) else { return nil }
    switch numbers.count {
    case 0: return nil
    case 1: return Version(numbers[0])
    case 2: return Version(numbers[0], numbers[1])
    default: return Version(numbers[0], numbers[1], numbers[2])
    }
  }
}
