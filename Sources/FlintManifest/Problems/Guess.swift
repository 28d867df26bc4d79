import FlintCore

/// What people write for a word of the format when they have not looked it up: words too different for
/// ``nearestName(to:among:)``, which knows spelling alone.
package enum Guess {
  /// The platform that another name of Apple's belongs to, with `Only` where the name has it.
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

  /// The one of `allowed` that a key, or another word of the format, stands for elsewhere.
  package static func word(_ name: String, among allowed: [String]) -> String? {
    words[folded(name)]?.first(where: allowed.contains)
  }

  /// The one of `choices` that anything else stands for, of the format or not.
  package static func choice(_ name: String, among choices: [String]) -> String? {
    [platform(name), permission(name), word(name, among: choices)].lazy.compactMap { $0 }
      .first(where: choices.contains)
  }

  /// Without case, spaces and what joins words.
  private static func folded(_ name: String) -> String {
    guard name.utf8.count <= 64 else { return "" }
    return name.lowercased().filter { !" -_.".contains($0) }
  }

  private static let platforms: [String: Platform] = [
    "ipados": .iOS, "ipad": .iOS, "iphone": .iOS, "iphoneos": .iOS, "ipod": .iOS,
    "mac": .macOS, "osx": .macOS, "macosx": .macOS, "catalyst": .macOS, "maccatalyst": .macOS,
    "appletv": .tvOS, "tv": .tvOS, "appletvos": .tvOS,
    "watch": .watchOS, "applewatch": .watchOS,
    "vision": .visionOS, "visionpro": .visionOS, "applevisionpro": .visionOS, "xros": .visionOS,
    "realityos": .visionOS,
  ]

  private static let permissions: [String: SystemPermission] = [
    "location": .locationWhenInUse, "locationwheninuse": .locationWhenInUse,
    "locationalways": .locationAlways, "alwayslocation": .locationAlways,
    "photolibrary": .photos, "photo": .photos, "mic": .microphone, "audio": .microphone,
    "calendar": .calendarEvents, "calendars": .calendarEvents, "events": .calendarEvents,
    "push": .notifications, "pushnotifications": .notifications,
    "usernotifications": .notifications,
    "idfa": .tracking, "att": .tracking, "apptracking": .tracking,
    "apptrackingtransparency": .tracking, "siri": .siriKit, "speech": .speechRecognition,
    "healthkit": .health, "biometrics": .faceID, "music": .mediaLibrary, "media": .mediaLibrary,
    "applemusic": .mediaLibrary, "focus": .focusStatus, "network": .localNetwork,
    "fitness": .motion, "addressbook": .contacts,
  ]

  private static let words: [String: [String]] = [
    // What is made of others.
    "or": ["anyOf"], "any": ["anyOf"], "oneof": ["anyOf"], "either": ["anyOf"],
    "and": ["allOf"], "all": ["allOf"], "every": ["allOf"], "both": ["allOf"],
    "none": ["not"], "noneof": ["not"], "unless": ["not"], "except": ["not"], "nor": ["not"],
    "if": ["when", "conditional"], "guard": ["when", "conditional"], "where": ["when"],
    "condition": ["is", "when", "conditions"], "then": ["constraints", "expect"],

    // What a feature asks for.
    "requires": ["constraints", "features"], "require": ["constraints", "features"],
    "requirements": ["constraints", "features"], "needs": ["constraints", "features"],
    "dependson": ["features"], "dependencies": ["features"], "depends": ["features"],
    "children": ["features"], "subfeatures": ["features"],
    "enabled": ["isEnabled", "runtimeEnabled", "enable", "runtime"],
    "isenabled": ["runtimeEnabled", "runtime"], "flag": ["runtimeEnabled", "runtime"],
    "featureflag": ["runtimeEnabled"], "flags": ["runtime", "runtimeEnabled"],
    "runtimeenabled": ["runtime"], "toggle": ["userToggled", "toggles"],
    "toggled": ["userToggled", "toggles"], "setting": ["userToggled", "toggles"],
    "os": ["osVersion", "platforms"], "minos": ["platforms"], "deploymenttarget": ["platforms"],
    "minversion": ["appVersion", "atLeast"], "minimumversion": ["appVersion", "atLeast"],
    "version": ["appVersion", "osVersion"], "iap": ["purchases"], "inapppurchases": ["purchases"],
    "products": ["purchases"], "product": ["purchases"], "subscription": ["purchases"],
    "subscriptions": ["purchases"], "access": ["permissions"], "authorizations": ["permissions"],
    "percentage": ["percent", "rollout"], "bucketname": ["bucket"],

    // What things are called.
    "title": ["name"], "label": ["name"], "displayname": ["name"], "identifier": ["id"],
    "key": ["id"], "productid": ["id", "product"], "text": ["description"],
    "summary": ["description"], "defaultvalue": ["default"], "value": ["defaultValue", "default"],
    "on": ["defaultValue"], "options": ["values"], "cases": ["values"], "choices": ["values"],
    "tiers": ["levels"], "tier": ["level"], "subscriptiongroups": ["groups"],
    "flagged": ["runtime"],

    // Ranges.
    "min": ["atLeast"], "minimum": ["atLeast"], "from": ["atLeast"], "gte": ["atLeast"],
    "since": ["atLeast"], "after": ["atLeast"], ">=": ["atLeast"],
    "start": ["atLeast", "beginsWith"],
    "max": ["below"], "maximum": ["below"], "to": ["below"], "until": ["below"], "lt": ["below"],
    "before": ["below"], "atmost": ["below"], "lte": ["below"], "<": ["below"],
    "end": ["below", "endsWith"],

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
    "active": ["purchased"], "bought": ["purchased"], "owned": ["purchased"],
    "canceled": ["expired"], "cancelled": ["expired"], "refunded": ["revoked"],

    // Scenarios.
    "assert": ["expect"], "expected": ["expect"], "check": ["expect"], "buy": ["purchase"],
    "authorize": ["grant"], "reject": ["deny"], "input": ["given"], "state": ["given"],
  ]
}
