import FlintModel

/// Synonyms of the formats' words, too different for ``nearestName(to:among:)``.
package enum Synonyms {
  /// `iOS` for `iPad`, `iOSOnly` for `iPadOnly`.
  package static func platform(_ name: String) -> String? {
    var stem = folded(name)
    let isOnly = stem.hasSuffix("only")
    if isOnly { stem.removeLast(4) }
    guard let platform = platforms[stem] else { return nil }
    return platform.name + (isOnly ? "Only" : "")
  }

  package static func permission(_ name: String) -> String? {
    let stem = folded(name)
    if let permission = permissions[stem] { return permission.name }
    guard stem.hasPrefix("ns"), stem.hasSuffix("usagedescription") else { return nil }
    let asked = SystemPermission.allCases.first { permission in
      let keys = permission.usageDescriptions
      return (keys.current + keys.deprecated).contains { folded($0) == stem }
    }
    return asked?.name
  }

  /// `atLeast` for `minimum`.
  package static func word(_ name: String, among allowed: [String]) -> String? {
    words[folded(name)]?.first(where: allowed.contains)
  }

  /// A synonym from any table.
  package static func choice(_ name: String, among choices: [String]) -> String? {
    [platform(name), permission(name), word(name, among: choices)].lazy.compactMap { $0 }
      .first(where: choices.contains)
  }

  /// `on` and `no`, for example.
  static func boolean(_ text: String) -> String? {
    switch folded(text) {
    case "true", "on", "yes": "true"
    case "false", "off", "no": "false"
    default: nil
    }
  }

  /// How the meanings differ: “to 5” includes 5, “below 5” does not. Nil if both mean the same.
  static func difference(of name: String, from suggested: String) -> String? {
    switch suggested {
    case "below" where inclusive.contains(folded(name)): "'below' excludes the limit itself"
    case "atLeast" where exclusive.contains(folded(name)): "'atLeast' includes the limit itself"
    default: nil
    }
  }

  /// Keys that include the limit, unlike `below`.
  private static let inclusive: Set = [
    "max", "maximum", "to", "until", "atmost", "lte", "<=", "end",
  ]

  /// Keys that exclude the limit, unlike `atLeast`.
  private static let exclusive: Set = ["after", ">"]

  /// Lower case without spaces and punctuation; empty above 64 bytes.
  private static func folded(_ name: String) -> String {
    guard name.utf8.count <= 64 else { return "" }
    return name.lowercased().filter { !" -_.".contains($0) }
  }

  private static let platforms = Dictionary(
    uniqueKeysWithValues: Platform.allCases.flatMap { platform in
      (platform.otherNames + [platform.name.lowercased()]).map { ($0, platform) }
    })

  private static let permissions = Dictionary(
    uniqueKeysWithValues: SystemPermission.allCases.flatMap { permission in
      permission.otherNames.map { ($0, permission) }
    })

  /// The most likely word first. A test checks that each belongs to a format.
  static let words: [String: [String]] = [
    // Combinations.
    "or": ["anyOf"], "any": ["anyOf"], "oneof": ["anyOf"], "either": ["anyOf"],
    "and": ["allOf"], "all": ["allOf"], "every": ["allOf"], "both": ["allOf"],
    "none": ["not"], "noneof": ["not"], "unless": ["not"], "except": ["not"], "nor": ["not"],
    "if": ["when", "conditional"], "guard": ["when", "conditional"], "where": ["when"],
    "condition": ["is", "that", "when", "conditions"], "is": ["that"], "that": ["is"],
    "then": ["constraints", "expect"],

    // Requirements of features.
    "requires": ["constraints", "features"], "require": ["constraints", "features"],
    "requirements": ["constraints", "features"], "needs": ["constraints", "features"],
    "dependson": ["features"], "dependencies": ["features"], "depends": ["features"],
    "children": ["features"], "subfeatures": ["features"],
    "enabled": ["isEnabled", "runtimeEnabled", "enable", "runtime"],
    "isenabled": ["runtimeEnabled", "runtime"], "flag": ["runtimeEnabled", "runtime"],
    "featureflag": ["runtimeEnabled"], "runtimeflag": ["runtimeEnabled", "runtime"],
    "flags": ["runtime", "runtimeEnabled"],
    "runtimeenabled": ["runtime"], "toggle": ["userToggled", "toggles"],
    "toggled": ["userToggled", "toggles"], "setting": ["userToggled", "toggles"],
    "os": ["osVersion", "platforms"], "minos": ["platforms"], "deploymenttarget": ["platforms"],
    "minversion": ["appVersion", "atLeast"], "minimumversion": ["appVersion", "atLeast"],
    "version": ["appVersion", "osVersion"], "iap": ["purchases"], "inapppurchases": ["purchases"],
    "products": ["purchases"], "product": ["purchases"], "subscription": ["purchases"],
    "subscriptions": ["purchases"], "access": ["permissions"], "authorizations": ["permissions"],
    "percentage": ["percent", "rollout"], "bucketname": ["bucket"],

    // Names and ids.
    "title": ["name"], "label": ["name"], "displayname": ["name"], "identifier": ["id"],
    "key": ["id"], "productid": ["id", "product"], "text": ["description"],
    "summary": ["description"], "defaultvalue": ["default"], "value": ["defaultValue", "default"],
    "on": ["defaultValue"], "options": ["values"], "cases": ["values"], "choices": ["values"],
    "tiers": ["levels"], "tier": ["level", "atLeast"], "level": ["atLeast"],
    "subscriptiongroups": ["groups"], "flagged": ["runtime"],

    // Ranges.
    "min": ["atLeast"], "minimum": ["atLeast"], "from": ["atLeast"], "gte": ["atLeast"],
    "since": ["atLeast"], "after": ["atLeast"], ">=": ["atLeast"], ">": ["atLeast"],
    "start": ["atLeast", "beginsWith"],
    "max": ["below"], "maximum": ["below"], "to": ["below"], "until": ["below"], "lt": ["below"],
    "before": ["below"], "atmost": ["below"], "lte": ["below"], "<": ["below"],
    "<=": ["below"],
    "end": ["below", "endsWith"],
    "age": ["ago"], "olderthan": ["ago"], "youngerthan": ["ago"], "within": ["ago"],

    // Patterns.
    "startswith": ["beginsWith"], "starts": ["beginsWith"], "hasprefix": ["beginsWith"],
    "prefix": ["beginsWith"], "begins": ["beginsWith"], "includes": ["contains"],
    "containsstring": ["contains"], "substring": ["contains"], "has": ["contains"],
    "hassuffix": ["endsWith"], "suffix": ["endsWith"], "ends": ["endsWith"],

    // Types and statuses.
    "string": ["text"], "bool": ["boolean"], "int": ["integer"], "number": ["integer"],
    "enum": ["choice"], "autorenewable": ["autoRenewingSubscription"],
    "nonrenewing": ["nonRenewingSubscription"], "granted": ["authorized"],
    "allowed": ["authorized"], "allow": ["authorized", "grant"], "notasked": ["notDetermined"],
    "fullaccess": ["authorized"], "approximate": ["reducedAccuracy"],
    "active": ["purchased"], "bought": ["purchased"], "owned": ["purchased"],
    "true": ["on"], "false": ["off"], "yes": ["on", "true"], "no": ["off", "false"],
    "canceled": ["expired"], "cancelled": ["expired"], "refunded": ["revoked"],

    // Scenarios.
    "assert": ["expect"], "expected": ["expect"], "check": ["expect"], "buy": ["purchase"],
    "authorize": ["grant"], "reject": ["deny"], "input": ["given"], "state": ["given", "status"],
  ]
}
