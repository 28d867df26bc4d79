internal import FlintCore
import FlintLogic

extension PlaneLayout {
  /// Returns the plane (bit vector with one bit per state) that is set for the states in which a fact has the first of
  /// its ``values(of:)``. The planes of the other values follow. Returns ``unread`` for facts without planes of their
  /// own: the purchase of a consumable, and those toggles, runtime flags, unlocked features and ages that no constraint
  /// tests.
  func first(of fact: Fact) -> Plane { planes(of: fact).first }

  /// Returns the values of a fact in the order of their planes (bit vectors with one bit per state). Values that no
  /// constraint distinguishes share a plane, and the list contains only one of them.
  func values(of fact: Fact) -> [FactValue] { planes(of: fact).values() }

  private func planes(of fact: Fact) -> (first: Plane, values: () -> [FactValue]) {
    switch fact {
    case .system: (operatingSystems[0].first, { systems })
    case .appVersion: (app.first, { app.values.examples.map { .version(.version($0)) } })
    case .date: (date.first, { date.values.examples.map { .date($0) } })
    case .permission(let permission): permissions[Int(permission.rawValue)].erased
    case .permissionDefault: permissionDefault.erased
    case .product(let product): products[product]?.erased ?? (Self.unread, { [] })
    case .purchaseDefault: purchaseDefault.erased
    case .unlocked(let feature): (unlocked[feature], { [.flag(.yes)] })
    case .toggle(let feature): (toggles[feature], { [.flag(.no), .flag(.yes)] })
    case .runtime(let feature): (runtimeFlags[feature], { Ternary.allCases.map { .flag($0) } })
    case .attribute(let attribute):
      (
        attributes[attribute].first,
        {
          [.attribute(.unknown)] + attributes[attribute].values.examples.map { .attribute($0) }
        }
      )
    case .age(let attribute, _):
      age(of: attribute).map { planes in
        (planes.first, { planes.values.examples.map { .age($0) } })
      } ?? (Self.unread, { [] })
    case .bucket(let bucket):
      (buckets[bucket].first, { buckets[bucket].values.examples.map { .bucket($0) } })
    }
  }

  private func age(of attribute: Int) -> FactPlanes<Intervals<Int64>>? {
    ages.first { $0.attribute == attribute }?.planes
  }

  /// Calls `body` with each plane (bit vector with one bit per state) that must be set for a state in which a fact has
  /// this value: the plane of the value and, for a text, also the planes of the patterns that the text matches.
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

  /// Returns the plane (bit vector with one bit per state) in which a state's bit must be set if a fact has this value.
  /// Returns nil if the value has the wrong type, or if the fact has no plane.
  func plane(of fact: Fact, _ value: FactValue) -> Plane? {
    switch fact {
    case .system:
      value.system.map { platform, version in
        let system = operatingSystems[Int(platform.rawValue)]
        return system.first + Plane(system.values.index(of: version))
      }
    case .appVersion: value.version.map { app.first + Plane(app.values.index(of: $0)) }
    case .date: value.date.map { date.first + Plane(date.values.index(of: $0)) }
    case .permission(let permission):
      value.permission.map { permissions[Int(permission.rawValue)].plane(of: $0) }
    case .permissionDefault: value.permission.map { permissionDefault.plane(of: $0) }
    case .product(let product): value.purchase.flatMap { products[product]?.plane(of: $0) }
    case .purchaseDefault: value.purchase.map { purchaseDefault.plane(of: $0) }
    case .unlocked(let feature): value.flag.map { _ in unlocked[feature] }
    case .toggle(let feature): value.flag.map { toggles[feature] + ($0 == .yes ? 1 : 0) }
    case .runtime(let feature): value.flag.map { runtimeFlags[feature] + Plane($0.rawValue) }
    case .attribute(let attribute):
      value.attribute.flatMap { value in
        let first = attributes[attribute].first
        if value == .unknown { return first }
        return attributes[attribute].values.index(of: value).map { first + 1 + Plane($0) }
      }
    case .age(let attribute, _):
      value.age.flatMap { seconds in
        age(of: attribute).map { $0.first + Plane($0.values.index(of: seconds)) }
      }
    case .bucket(let bucket):
      value.bucket.map { buckets[bucket].first + Plane(buckets[bucket].values.index(of: $0)) }
    }
  }
}

extension PlaneLayout.PermissionPlanes {
  fileprivate var erased: (first: Plane, values: () -> [FactValue]) {
    (first, { values.examples.map { .permission($0) } })
  }

  func plane(of status: SystemPermissionStatus) -> Plane {
    first + Plane(values.index(of: status))
  }
}

extension PlaneLayout.PurchasePlanes {
  fileprivate var erased: (first: Plane, values: () -> [FactValue]) {
    (first, { values.examples.map { .purchase($0) } })
  }

  func plane(of status: PurchaseStatus) -> Plane { first + Plane(values.index(of: status)) }
}

/// A partition of an attribute's values into classes. No constraint distinguishes two values of the same class. For
/// example, if the only requirement is “at least 10”, there are two classes: the numbers below 10, and the others. Each
/// class has one plane (a bit vector with one bit per state).
struct AttributeClasses: Sendable {
  enum Content: Sendable {
    /// Each value is a class.
    case boolean, choice

    /// Each text that a constraint names is a class, and all other texts form one more class.
    case text([ExactText])
    case integer(Intervals<Int64>)
    case version(Intervals<Version>)
    case date(Intervals<DateTime>)
  }

  let content: Content

  /// One value of each class, in the order of the classes.
  let examples: [AttributeValue]

  /// The patterns that constraints require, in the order of their planes (bit vectors). These follow the planes of the
  /// classes, and are set for each text that matches the pattern.
  let patterns: [TextPattern]

  init(_ domain: AttributeDomain, cutBy cuts: AttributeBreakpoints) {
    var patterns = DistinctList<TextPattern>()
    for pattern in cuts.patterns { patterns.append(pattern) }
    self.patterns = patterns.elements
    switch domain.type {
    case .boolean: (content, examples) = (.boolean, domain.listedValues())
    case .choice: (content, examples) = (.choice, domain.listedValues())
    case .text:
      var texts = DistinctList<ExactText>()
      for text in cuts.texts { texts.append(text) }
      content = .text(texts.elements)
      // No constraint can name the empty text, so it is an example of the class of all other texts.
      examples = (texts.elements + [ExactText("")]).map { .text($0) }
    case .integer:
      let intervals = Intervals(cuts.integers)
      (content, examples) = (.integer(intervals), intervals.examples.map { .integer($0) })
    case .version:
      let intervals = Intervals(cuts.versions)
      (content, examples) = (.version(intervals), intervals.examples.map { .version(.version($0)) })
    case .date:
      let intervals = Intervals(cuts.dates)
      (content, examples) = (.date(intervals), intervals.examples.map { .date($0) })
    }
  }

  var count: Int { examples.count }

  /// Returns the index of the class that contains a value, or nil if the value is unknown or has another type.
  func index(of value: AttributeValue) -> Int? {
    switch (content, value) {
    case (.boolean, .boolean(let value)): value ? 1 : 0
    case (.choice, .choice(let index)): index
    case (.text(let texts), .text(let text)): texts.firstIndex(of: text) ?? texts.count
    case (.integer(let intervals), .integer(let number)): intervals.index(of: number)
    case (.version(let intervals), .version(let version)): intervals.index(of: version)
    case (.date(let intervals), .date(let date)): intervals.index(of: date)
    case (.boolean, _), (.choice, _), (.text, _), (.integer, _), (.version, _), (.date, _): nil
    }
  }
}

extension PlaneLayout.FactPlanes<AttributeClasses> {
  /// The plane (bit vector with one bit per state) of the first text pattern, such as “begins with A”. The planes of
  /// the other patterns follow.
  var firstPattern: Plane { first + 1 + Plane(values.count) }

  /// Returns the plane (bit vector with one bit per state) that is set for the states whose text matches a pattern,
  /// such as “begins with A”. Returns nil if no constraint uses the pattern.
  func plane(of pattern: TextPattern) -> Plane? {
    values.patterns.firstIndex(of: pattern).map { firstPattern + Plane($0) }
  }
}
