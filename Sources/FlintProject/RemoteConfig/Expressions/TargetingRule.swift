/// A rule of a Firebase Remote Config condition, such as `device.os == 'ios'`.
enum TargetingRule {
  case constant(Bool)
  case system(isEqual: Bool, TargetSystem)
  case appID(isEqual: Bool, String)
  case oneOf(ListSubject, [String])
  case version(VersionSubject, Comparison, TargetVersion)
  case text(TextSubject, TextOperator, [String])
  case number(NamedValue, Comparison, DecimalNumber)
  /// A comparison of a custom signal (a value that the app sends to Firebase) with a version. Firebase reads the value
  /// of the signal as a version, too.
  case signalVersion(name: String, Comparison, TargetVersion)
  case membership(MembershipSubject, MembershipOperator, [String])
  /// A rule of a Firebase Remote Config condition about the browser or operating system of a web app, such as
  /// `app.browserAndVersion.METHOD(['A', 'B'])`. `method` is the name of the operator (any word is accepted), and the
  /// texts are the operator's arguments.
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

/// A Firebase user property or custom signal in a rule, such as `app.userProperty['plan']`. Both are values that the
/// app sends to Firebase under a name of its choice, here `plan`.
struct NamedValue {
  enum Kind: String {
    case userProperty = "app.userProperty"
    case customSignal = "app.customSignal"
  }

  var kind: Kind
  var name: String
}

/// The left operand of an operator on texts, such as `contains`.
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

  /// The comparison operators `<`, `<=`, `>` and `>=`. They require values that have an order, such as numbers.
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
  /// The text of the date in a rule of a Firebase Remote Config condition. For example, it is `2026-12-24` in the rule
  /// `dateTime < dateTime('2026-12-24')`. It can also contain a time of day. The date is in the time zone ``zone``.
  var text: String
  /// The name of the time zone of the date ``text``; nil for GMT.
  var zone: String?
  /// The date that ``text`` represents in the time zone ``zone``, as seconds since 1970 in UTC. The value may be
  /// outside of the range of dates that a manifest can contain.
  var seconds: Int64
}

/// A range of percentiles: it contains the users whose random number, from 0 to 100, is above the lower bound and at
/// most the upper bound.
enum PercentRange {
  case upTo(DecimalNumber)
  case above(DecimalNumber)
  case between(DecimalNumber, DecimalNumber)
}

// MARK: - As Firebase writes it

extension TargetingRule: CustomStringConvertible {
  /// The rule in Firebase's notation, such as `device.os == 'ios'`. Equal rules have equal texts.
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
