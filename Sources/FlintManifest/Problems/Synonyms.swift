/// Synonyms of the formats' words, too different for ``nearestName(to:among:)``.
package enum Synonyms {
  /// The platform's key: `iOS` for `iPad`, `iOSOnly` for `iPadOnly`.
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

  /// The word that a synonym means: `atLeast` for `minimum`.
  package static func word(_ name: String, among allowed: [String]) -> String? {
    words[folded(name)]?.first(where: allowed.contains)
  }

  /// The choice that a synonym means.
  package static func choice(_ name: String, among choices: [String]) -> String? {
    [platform(name), permission(name), word(name, among: choices)].lazy.compactMap { $0 }
      .first(where: choices.contains)
  }

  /// `true` for `on`, `false` for `no`.
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

  /// Synonyms of `below` that include the limit itself, unlike `below`.
  private static let inclusive = "max maximum to until atmost lte <= end".words

  /// Synonyms of `atLeast` that exclude the limit itself, unlike `atLeast`.
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

  /// The meanings of each synonym. A test checks that they belong to a format.
  static let words = Dictionary(
    uniqueKeysWithValues: table.split(whereSeparator: \.isNewline).flatMap { line in
      let sides = line.split(separator: ":").map { String($0).words }
      return sides[1].map { ($0, sides[0]) }
    })

  /// Meanings, the preferred ones first, and after a colon their synonyms.
  private static let table = """
    anyOf: or any oneof either
    allOf: and all every both
    not: none noneof unless except nor
    when conditional: if guard
    when: where
    is that when conditions: condition
    that: is
    is: that
    constraints expect: then
    constraints features: requires require requirements needs
    features: dependson dependencies depends children subfeatures
    isEnabled runtimeEnabled enable runtime: enabled
    runtimeEnabled runtime: isenabled flag runtimeflag
    runtimeEnabled: featureflag
    runtime runtimeEnabled: flags
    runtime: runtimeenabled
    userToggled toggles: toggle toggled setting
    osVersion platforms: os
    platforms: minos deploymenttarget
    appVersion atLeast: minversion minimumversion
    appVersion osVersion: version
    purchases: iap inapppurchases products product subscription subscriptions
    permissions: access authorizations
    percent rollout: percentage
    bucket: bucketname
    name: title label displayname
    id: identifier key
    id product: productid
    description: text summary
    default: defaultvalue
    defaultValue default: value
    defaultValue: on
    values: options cases choices
    levels: tiers
    level atLeast: tier
    atLeast: level
    groups: subscriptiongroups
    runtime: flagged
    atLeast: min minimum from gte since after >= >
    atLeast beginsWith: start
    below: max maximum to until lt before atmost lte < <=
    below endsWith: end
    ago: age olderthan youngerthan within
    beginsWith: startswith starts hasprefix prefix begins
    contains: includes containsstring substring has
    endsWith: hassuffix suffix ends
    text: string
    boolean: bool
    integer: int number
    choice: enum
    autoRenewingSubscription: autorenewable
    nonRenewingSubscription: nonrenewing
    authorized: granted allowed fullaccess
    authorized grant: allow
    notDetermined: notasked
    reducedAccuracy: approximate
    purchased: active bought owned
    on: true
    off: false
    on true: yes
    off false: no
    expired: canceled cancelled
    revoked: refunded
    expect: assert expected check
    purchase: buy
    grant: authorize
    deny: reject
    given: input
    given status: state
    """
}
