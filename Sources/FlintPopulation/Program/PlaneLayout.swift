internal import FlintCore

/// Where the facts that states give are kept: which plane says that a state gives `camera` as authorized, and so on.
///
/// Every fact has one plane a value, side by side in the order of ``values(of:)``; none of them is set where a state does not
/// give the fact.
struct PlaneLayout: Sendable {
  /// Three planes that nobody reads, for facts that no constraint asks for.
  static let unread: Plane = 0

  /// The state's defaults, in the order of the statuses' cases.
  static let permissionDefault: Plane = 3
  static let purchaseDefault = permissionDefault + permissionWidth

  /// For each permission: ``SystemPermissionStatus`` in its order.
  static func permission(_ permission: SystemPermission) -> Plane {
    purchaseDefault + purchaseWidth + permissionWidth * Plane(permission.rawValue)
  }

  static let permissionWidth = Plane(SystemPermissionStatus.allCases.count)
  static let purchaseWidth = Plane(PurchaseStatus.allCases.count)

  /// For each platform: one plane for each class of its versions.
  let operatingSystems: [(classes: VersionClasses, first: Plane)]

  /// One plane for each class of the app's versions.
  let app: (classes: VersionClasses, first: Plane)

  /// For each product: ``PurchaseStatus`` in its order. Nil for a consumable, whose credits decide nothing.
  let products: [Plane?]

  /// For each feature: off, on.
  let toggles: [Plane]

  /// For each feature: ``Ternary`` in its order.
  let runtimeFlags: [Plane]

  /// For each feature: unlocked.
  let unlocked: [Plane]

  /// For each attribute: unknown, then each of its values in order (`false`, `true`).
  let attributes: [Plane]

  /// How many planes hold facts.
  let count: Int

  private let domains: [AttributeDomain]

  init(_ manifest: Manifest) {
    var boundaries = VersionBoundaries()
    var isAsked = (
      toggles: [Bool](repeating: false, count: manifest.features.count),
      flags: [Bool](repeating: false, count: manifest.features.count),
      unlocked: [Bool](repeating: false, count: manifest.features.count)
    )
    for feature in manifest.features.indices {
      manifest.forEachTest(of: feature) { test, isImplied in
        boundaries.add(test, isImplied: isImplied)
        switch test.fact {
        case .toggle(let feature): isAsked.toggles[feature] = true
        case .runtime(let feature): isAsked.flags[feature] = true
        case .unlocked(let feature): isAsked.unlocked[feature] = true
        case .system, .appVersion, .permission, .permissionDefault, .product, .purchaseDefault,
          .attribute:
          break
        }
      }
    }
    var next =
      Self.permission(.camera) + Self.permissionWidth * Plane(SystemPermission.allCases.count)
    func take(_ count: Int) -> Plane {
      defer { next += Plane(count) }
      return next
    }
    operatingSystems = boundaries.systems.map { versions in
      let classes = VersionClasses(versions)
      return (classes, take(classes.count))
    }
    let appClasses = VersionClasses(boundaries.app)
    app = (appClasses, take(appClasses.count))
    products = manifest.products.map {
      $0.type == .consumable ? nil : take(Int(Self.purchaseWidth))
    }
    toggles = isAsked.toggles.map { $0 ? take(2) : Self.unread }
    runtimeFlags = isAsked.flags.map { $0 ? take(3) : Self.unread }
    unlocked = isAsked.unlocked.map { $0 ? take(1) : Self.unread }
    attributes = manifest.attributes.map { take(1 + $0.valueCount) }
    domains = manifest.attributes.map(\.domain)
    count = Int(next)
  }

  // MARK: Facts

  /// The plane of a fact's first value.
  func first(of fact: Fact) -> Plane {
    switch fact {
    case .system: operatingSystems[0].first
    case .appVersion: app.first
    case .permission(let permission): Self.permission(permission)
    case .permissionDefault: Self.permissionDefault
    case .product(let product): products[product] ?? Self.unread
    case .purchaseDefault: Self.purchaseDefault
    case .unlocked(let feature): unlocked[feature]
    case .toggle(let feature): toggles[feature]
    case .runtime(let feature): runtimeFlags[feature]
    case .attribute(let attribute): attributes[attribute]
    }
  }

  /// A fact's values in the order of their planes, each standing for all that nothing tells from it.
  func values(of fact: Fact) -> [FactValue] {
    switch fact {
    case .system:
      zip(Platform.allCases, operatingSystems).flatMap { platform, system in
        system.classes.examples.map { .system(platform, $0) }
      }
    case .appVersion: app.classes.examples.map { .version($0) }
    case .permission, .permissionDefault:
      SystemPermissionStatus.allCases.map { .permission($0) }
    case .product, .purchaseDefault: PurchaseStatus.allCases.map { .purchase($0) }
    case .unlocked: [.flag(.yes)]
    case .toggle: [.flag(.no), .flag(.yes)]
    case .runtime: Ternary.allCases.map { .flag($0) }
    case .attribute(let attribute):
      switch domains[attribute] {
      case .boolean: [.unknown, .boolean(false), .boolean(true)].map { .attribute($0) }
      case .choice(let values):
        [.attribute(.unknown)] + values.indices.map { .attribute(.choice($0)) }
      }
    }
  }

  /// The plane that says that a fact has a value; nil for one that is not given, or that decides nothing.
  func plane(of fact: Fact, _ value: FactValue) -> Plane? {
    switch (fact, value) {
    case (_, .notGiven): return nil
    case (.product(let product), .purchase(let status)):
      return products[product].map { $0 + Plane(status.rawValue) }
    case (_, .system(let platform, let version)):
      let system = operatingSystems[Int(platform.rawValue)]
      return system.first + Plane(system.classes.index(of: version))
    case (_, .version(let version)): return app.first + Plane(app.classes.index(of: version))
    case (_, .permission(let status)): return first(of: fact) + Plane(status.rawValue)
    case (_, .purchase(let status)): return first(of: fact) + Plane(status.rawValue)
    case (.runtime(let feature), .flag(let flag)):
      return runtimeFlags[feature] + Plane(flag.rawValue)
    case (.toggle(let feature), .flag(let flag)): return toggles[feature] + (flag == .yes ? 1 : 0)
    case (_, .flag): return first(of: fact)
    case (_, .attribute(let value)): return first(of: fact) + value.planeOffset
    }
  }
}

extension AttributeDeclaration {
  var valueCount: Int {
    switch domain {
    case .boolean: 2
    case .choice(let values): values.count
    }
  }
}

extension AttributeValue {
  /// How far the value's plane is from the attribute's first.
  var planeOffset: Plane {
    switch self {
    case .unknown: 0
    case .boolean(let value): value ? 2 : 1
    case .choice(let index): 1 + Plane(index)
    }
  }
}
