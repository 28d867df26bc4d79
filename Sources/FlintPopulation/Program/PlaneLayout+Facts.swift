internal import FlintCore
import FlintLogic

extension PlaneLayout {
  /// Returns the plane (bit vector with one bit per state) of a fact's first value. The planes of its other values
  /// follow. Returns ``unread`` for facts without planes of their own: the purchase of a consumable, and those toggles,
  /// runtime flags, unlocked features and ages that no constraint uses.
  func first(of fact: Fact) -> Plane {
    switch fact {
    case .system: operatingSystems[0].first
    case .appVersion: app.first
    case .date: date.first
    case .permission(let permission): permissions[Int(permission.rawValue)].first
    case .permissionDefault: permissionDefault.first
    case .product(let product): products[product]?.first ?? Self.unread
    case .purchaseDefault: purchaseDefault.first
    case .unlocked(let feature): unlocked[feature]
    case .toggle(let feature): toggles[feature]
    case .runtime(let feature): runtimeFlags[feature]
    case .attribute(let attribute): attributes[attribute].first
    case .age(let attribute, _): age(of: attribute)?.first ?? Self.unread
    case .bucket(let bucket): buckets[bucket].first
    }
  }

  private func age(of attribute: Int) -> FactPlanes<Intervals<Int64>>? {
    ages.first { $0.attribute == attribute }?.planes
  }

  /// Returns the values of a fact in the order of their planes (bit vectors with one bit per state). Values that no
  /// constraint distinguishes share a plane, and the list contains only one of them.
  func values(of fact: Fact) -> [FactValue] {
    switch fact {
    case .system: systems
    case .appVersion: app.values.examples.map { .version(.version($0)) }
    case .date: date.values.examples.map { .date($0) }
    case .permission(let permission):
      permissions[Int(permission.rawValue)].values.examples.map { .permission($0) }
    case .permissionDefault: permissionDefault.values.examples.map { .permission($0) }
    case .product(let product): products[product]?.values.examples.map { .purchase($0) } ?? []
    case .purchaseDefault: purchaseDefault.values.examples.map { .purchase($0) }
    case .unlocked: [.flag(.yes)]
    case .toggle: [.flag(.no), .flag(.yes)]
    case .runtime: Ternary.allCases.map { .flag($0) }
    case .attribute(let attribute):
      [.attribute(.unknown)] + attributes[attribute].values.examples.map { .attribute($0) }
    case .age(let attribute, _): age(of: attribute)?.values.examples.map { .age($0) } ?? []
    case .bucket(let bucket): buckets[bucket].values.examples.map { .bucket($0) }
    }
  }

  /// Calls `body` with each plane (bit vector) that must be set in a state in which a fact has this value: its plane
  /// and, for a text, also the planes of the patterns that the text matches.
  func forEachPlane(of fact: Fact, _ value: FactValue, _ body: (Plane) -> Void) {
    guard let plane = plane(of: fact, value) else { return }
    body(plane)
    guard case .attribute(let attribute) = fact, case .attribute(.text(let text)) = value else {
      return
    }
    let planes = attributes[attribute]
    for (index, pattern) in planes.values.patterns.enumerated() where pattern.matches(text) {
      body(planes.firstPattern + Plane(index))
    }
  }

  /// Returns the plane (bit vector) in which a state's bit must be set if a fact has this value. Returns nil if the
  /// value has the wrong type, or if the fact has no plane.
  func plane(of fact: Fact, _ value: FactValue) -> Plane? {
    // The switch is over the fact and not over the value, because the fact alone determines which planes belong to it.
    switch fact {
    case .system:
      guard case .system(let platform, let version) = value else { return nil }
      let system = operatingSystems[Int(platform.rawValue)]
      return system.first + Plane(system.values.index(of: version))
    case .appVersion:
      guard case .version(let version) = value else { return nil }
      return app.first + Plane(app.values.index(of: version))
    case .date:
      guard case .date(let moment) = value else { return nil }
      return date.first + Plane(date.values.index(of: moment))
    case .permission(let permission):
      guard case .permission(let status) = value else { return nil }
      return permissions[Int(permission.rawValue)].plane(of: status)
    case .permissionDefault:
      guard case .permission(let status) = value else { return nil }
      return permissionDefault.plane(of: status)
    case .product(let product):
      guard case .purchase(let status) = value else { return nil }
      return products[product]?.plane(of: status)
    case .purchaseDefault:
      guard case .purchase(let status) = value else { return nil }
      return purchaseDefault.plane(of: status)
    case .unlocked(let feature):
      guard case .flag = value else { return nil }
      return unlocked[feature]
    case .toggle(let feature):
      guard case .flag(let flag) = value else { return nil }
      return toggles[feature] + (flag == .yes ? 1 : 0)
    case .runtime(let feature):
      guard case .flag(let flag) = value else { return nil }
      return runtimeFlags[feature] + Plane(flag.rawValue)
    case .attribute(let attribute):
      guard case .attribute(let value) = value else { return nil }
      let planes = attributes[attribute]
      if value == .unknown { return planes.first }
      return planes.values.index(of: value).map { planes.first + 1 + Plane($0) }
    case .age(let attribute, _):
      guard case .age(let seconds) = value else { return nil }
      return age(of: attribute).map { $0.first + Plane($0.values.index(of: seconds)) }
    case .bucket(let bucket):
      guard case .bucket(let position) = value else { return nil }
      return buckets[bucket].first + Plane(buckets[bucket].values.index(of: position))
    }
  }
}

extension PlaneLayout.PermissionPlanes {
  func plane(of status: SystemPermissionStatus) -> Plane {
    first + Plane(values.index(of: status))
  }
}

extension PlaneLayout.PurchasePlanes {
  func plane(of status: PurchaseStatus) -> Plane { first + Plane(values.index(of: status)) }
}

/// A partition of an attribute's values into classes. No constraint distinguishes two values of the same class. Each
/// class has one plane (a bit vector with one bit per state).
enum AttributeClasses: Sendable {
  case boolean
  case choice(count: Int)

  /// Each text that a constraint names is a class, and all other texts form one more class. The planes of patterns
  /// follow those of the classes, and are set for each text that matches the pattern.
  case text([ExactText], patterns: [TextPattern])
  case integer(Intervals<Int64>)
  case version(Intervals<Version>)
  case date(Intervals<DateTime>)

  init(_ domain: AttributeDomain, cutBy cuts: AttributeBreakpoints) {
    switch domain {
    case .boolean: self = .boolean
    case .choice(let values): self = .choice(count: values.count)
    case .text:
      var texts = DistinctList<ExactText>()
      for text in cuts.texts { texts.append(text) }
      var patterns = DistinctList<TextPattern>()
      for pattern in cuts.patterns { patterns.append(pattern) }
      self = .text(texts.elements, patterns: patterns.elements)
    case .integer: self = .integer(Intervals(cuts.integers))
    case .version: self = .version(Intervals(cuts.versions))
    case .date: self = .date(Intervals(cuts.dates))
    }
  }

  var count: Int {
    switch self {
    case .boolean: 2
    case .choice(let count): count
    case .text(let texts, _): texts.count + 1
    case .integer(let intervals): intervals.count
    case .version(let intervals): intervals.count
    case .date(let intervals): intervals.count
    }
  }

  /// One value of each class, in the order of the classes.
  var examples: [AttributeValue] {
    switch self {
    case .boolean: [.boolean(false), .boolean(true)]
    case .choice(let count): (0..<count).map { .choice($0) }
    // No constraint can name the empty text, so it is an example of the class of all other texts.
    case .text(let texts, _): (texts + [ExactText("")]).map { .text($0) }
    case .integer(let intervals): intervals.examples.map { .integer($0) }
    case .version(let intervals): intervals.examples.map { .version(.version($0)) }
    case .date(let intervals): intervals.examples.map { .date($0) }
    }
  }

  /// Returns the index of the class that contains a value, or nil if the value is unknown or has another type.
  func index(of value: AttributeValue) -> Int? {
    switch (self, value) {
    case (.boolean, .boolean(let value)): value ? 1 : 0
    case (.choice, .choice(let index)): index
    case (.text(let texts, _), .text(let text)): texts.firstIndex(of: text) ?? texts.count
    case (.integer(let intervals), .integer(let number)): intervals.index(of: number)
    case (.version(let intervals), .version(let version)): intervals.index(of: version)
    case (.date(let intervals), .date(let date)): intervals.index(of: date)
    case (.boolean, _), (.choice, _), (.text, _), (.integer, _), (.version, _), (.date, _): nil
    }
  }

  /// The patterns that constraints require, in the order of their planes (bit vectors). These follow the planes of the
  /// classes.
  var patterns: [TextPattern] {
    switch self {
    case .text(_, let patterns): patterns
    case .boolean, .choice, .integer, .version, .date: []
    }
  }
}

extension PlaneLayout.FactPlanes<AttributeClasses> {
  /// The plane (bit vector) of the first pattern. The planes of the other patterns follow in order.
  var firstPattern: Plane { first + 1 + Plane(values.count) }

  /// Returns the plane (bit vector) that is set for texts that match a pattern, or nil if no constraint uses the
  /// pattern.
  func plane(of pattern: TextPattern) -> Plane? {
    values.patterns.firstIndex(of: pattern).map { firstPattern + Plane($0) }
  }
}
