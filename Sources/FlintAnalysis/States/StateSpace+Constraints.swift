import FlintCore

/// Constraints and features as functions.
extension StateSpace {
  /// What a constraint contributes to its feature: yes where it is satisfied or takes no part.
  mutating func contribution(
    of constraint: Constraint, guardedBy guardian: Diagram = .yes, in feature: Int, side: Int
  ) throws(TooLarge) -> Diagram {
    let truth = try function(of: constraint, in: feature, side: side)
    if guardian == .yes { return truth }
    // Not active where the guard is false, and a no that is not known yet to matter where it is unknown.
    return try store.or(truth, store.not(guardian))
  }

  private mutating func function(
    of constraint: Constraint, in feature: Int, side: Int
  ) throws(TooLarge) -> Diagram {
    switch constraint {
    case .platform(_, .any): return .yes
    case .platform(let platform, .unsupported): return system(platform, nil, then: .no, else: .yes)
    case .platform(let platform, .versions(let range)):
      return try store.or(
        system(platform, range, then: .yes, else: .no),
        system(platform, nil, then: .no, else: .yes))
    case .appVersion(let range): return appVersion(range, side: side)
    case .runtimeEnabled:
      let isEnabled = sides[side].manifest.features[feature].isEnabled ?? true
      let variable = number(of: .runtime(sides[side].features[feature]))
      return values(variable, [Ternary(isEnabled)] + Variable.runtimeValues)
    case .userToggled(let value):
      let variable = number(of: .toggle(sides[side].features[feature]))
      return values(variable, [Ternary(value), .yes, .no])
    case .permission(let permission): return try self.permission(permission)
    case .purchase(let expression):
      let unlocked = values(number(of: .unlocked(sides[side].features[feature])), [.no, .yes])
      return try store.or(unlocked, purchase(expression, side: side))
    case .attribute(let requirement): return attribute(requirement, side: side)
    }
  }

  /// The truth of a guard.
  mutating func function(
    of guardian: ConditionalBlock.Guard, side: Int
  ) throws(TooLarge) -> Diagram {
    var truth = Diagram.yes
    if !guardian.platforms.isEmpty {
      truth = .no
      for (platform, range) in guardian.platforms {
        truth = try store.or(truth, system(platform, range, then: .yes, else: .no))
      }
    }
    if let range = guardian.appVersion {
      truth = try store.and(truth, appVersion(range, side: side))
    }
    for requirement in guardian.attributes {
      truth = try store.and(truth, attribute(requirement, side: side))
    }
    return truth
  }

  /// A function of one variable by the truth for each value; the last one holds for all greater values.
  private mutating func values(_ variable: UInt32, _ truths: [Ternary]) -> Diagram {
    store.node(
      variable,
      truths.enumerated().lazy.map {
        DiagramStore.Edge(from: UInt32($0.offset), child: Diagram($0.element))
      })
  }

  // MARK: Environment

  /// `then` on the platform in a range, or in every version; `else` everywhere else.
  mutating func system(
    _ platform: Platform, _ range: VersionRange?, then: Diagram, else other: Diagram
  ) -> Diagram {
    let index = Int(platform.rawValue)
    let within = systemScales[index].indices(in: range)
    guard !within.isEmpty else { return other }
    return segment(
      Self.system, from: systemValues[index] + UInt32(within.lowerBound),
      to: systemValues[index] + UInt32(within.upperBound), end: systemValues.last!,
      then: then, else: other)
  }

  /// `then` for the values from one up to another, `else` for all others below `end`.
  private mutating func segment(
    _ variable: UInt32, from: UInt32, to: UInt32, end: UInt32, then: Diagram, else other: Diagram
  ) -> Diagram {
    var edges: [DiagramStore.Edge] = []
    if from > 0 { edges.append(.init(from: 0, child: other)) }
    edges.append(.init(from: from, child: then))
    if to < end { edges.append(.init(from: to, child: other)) }
    return store.node(variable, edges)
  }

  mutating func appVersion(_ range: VersionRange, side: Int) -> Diagram {
    let declared = sides[side].manifest.app.version.map { InstalledVersion.version($0) } ?? .latest
    let within = appScale.indices(in: range)
    var edges = [DiagramStore.Edge(from: 0, child: Diagram(Ternary(range.contains(declared))))]
    if within.isEmpty || within.lowerBound > 0 { edges.append(.init(from: 1, child: .no)) }
    if !within.isEmpty {
      edges.append(.init(from: UInt32(within.lowerBound) + 1, child: .yes))
      if within.upperBound < appScale.count {
        edges.append(.init(from: UInt32(within.upperBound) + 1, child: .no))
      }
    }
    return store.node(Self.appVersion, edges)
  }

  // MARK: User

  private mutating func permission(_ permission: SystemPermission) throws(TooLarge) -> Diagram {
    var status = permissionStatus(permission) { $0.truth }
    if permission == .locationWhenInUse, mentionsLocationAlways {
      // Where one is offered, so is the other; the platforms without `location.always` leave it out.
      let always = permissionStatus(.locationAlways) { Ternary($0 == .authorized) }
      status = try store.or(status, whereOffered(.locationAlways, always, else: .no))
    }
    return try whereOffered(permission, status, else: .no)
  }

  mutating func permissionStatus(
    _ permission: SystemPermission, _ truth: (SystemPermissionStatus) -> Ternary
  ) -> Diagram {
    values(number(of: .permission(permission)), Variable.permissionValues.map(truth))
  }

  /// A function where the system offers a permission, another one where not.
  mutating func whereOffered(
    _ permission: SystemPermission, _ function: Diagram, else other: Diagram
  ) throws(TooLarge) -> Diagram {
    var offered = Diagram.no
    for platform in Platform.allCases {
      guard let version = permission.support.firstVersion(on: platform) else { continue }
      offered = try store.or(
        offered, system(platform, .atLeast(version), then: .yes, else: .no))
    }
    let within = try store.and(offered, function)
    return try store.or(within, store.and(store.not(offered), other))
  }

  private mutating func purchase(
    _ expression: PurchaseExpression, side: Int
  ) throws(TooLarge) -> Diagram {
    switch expression {
    case .credits: return .no
    case .product(let product):
      // A consumable named as a plain product is none that anybody can have bought for good.
      guard sides[side].manifest.products[product].type != .consumable else { return .no }
      let variable = number(of: .product(sides[side].products[product]))
      return values(variable, Variable.productValues.map(\.truth))
    case .anyOf(let operands):
      var truth = Diagram.no
      for operand in operands { truth = try store.or(truth, purchase(operand, side: side)) }
      return truth
    case .allOf(let operands):
      var truth = Diagram.yes
      for operand in operands { truth = try store.and(truth, purchase(operand, side: side)) }
      return truth
    }
  }

  // MARK: Attributes

  /// A value of the other manifest's type is ignored, so that the default holds; a text that only the other one lists
  /// is a value that will not do.
  mutating func attribute(_ requirement: AttributeRequirement, side: Int) -> Diagram {
    let shared = sides[side].attributes[requirement.attribute]
    let declaration = sides[side].manifest.attributes[requirement.attribute]
    let domain = attributeValues[shared]
    let ignored = Diagram(requirement.truth(of: declaration.defaultValue ?? .unknown))
    var edges: [DiagramStore.Edge] = [
      .init(from: 0, child: ignored), .init(from: 1, child: .unknown),
    ]
    switch requirement.accepted {
    case .boolean(let required):
      edges.append(.init(from: 2, child: Diagram(Ternary(required))))
      edges.append(.init(from: 3, child: Diagram(Ternary(!required))))
      if !domain.texts.isEmpty { edges.append(.init(from: domain.firstText, child: ignored)) }
    case .choices(let choices):
      if domain.hasBooleans { edges.append(.init(from: 2, child: ignored)) }
      var next = domain.firstText
      for value in choices.map({ domain.value(ofChoice: $0, side: side) }).sorted() {
        if value > next { edges.append(.init(from: next, child: .no)) }
        edges.append(.init(from: value, child: .yes))
        next = value + 1
      }
      if next < domain.count { edges.append(.init(from: next, child: .no)) }
    }
    return store.node(number(of: .attribute(shared)), edges)
  }
}
