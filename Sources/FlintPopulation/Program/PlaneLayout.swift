internal import FlintCore

/// Where the facts that states give are kept: which plane says that a state gives `camera` as authorized, and so on.
///
/// Every fact with several values has one plane a value, side by side in the order that its comment names; none of them is
/// set where a state does not give the fact.
struct PlaneLayout: Sendable {
  /// Three planes that nobody reads, for facts that no constraint asks for.
  static let unread: Plane = 0

  /// The state's default for permissions is `authorized`, `notDetermined`. Always set, as versions are.
  static let permissionDefaults: (authorized: Plane, notDetermined: Plane) = (3, 4)

  /// The state's default for products is `purchased`, `unknown`. Always set.
  static let purchaseDefaults: (purchased: Plane, unknown: Plane) = (5, 6)

  /// For each permission: ``SystemPermissionStatus`` in its order.
  static func permission(_ permission: SystemPermission) -> Plane {
    7 + permissionWidth * Plane(permission.rawValue)
  }

  static let permissionWidth = Plane(SystemPermissionStatus.allCases.count)

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

  init(_ manifest: Manifest) {
    var next =
      Self.permission(.camera) + Self.permissionWidth * Plane(SystemPermission.allCases.count)
    func take(_ count: Int) -> Plane {
      defer { next += Plane(count) }
      return next
    }
    operatingSystems = VersionClasses.operatingSystems(of: manifest).map { ($0, take($0.count)) }
    let appClasses = VersionClasses.app(of: manifest)
    app = (appClasses, take(appClasses.count))
    products = manifest.products.map { $0.type == .consumable ? nil : take(3) }
    func take(_ count: Int, whereAny predicate: (Constraint) -> Bool) -> [Plane] {
      manifest.features.map { $0.containsConstraint(where: predicate) ? take(count) : Self.unread }
    }
    toggles = take(2) { $0.kind == .userToggled }
    runtimeFlags = take(3) { $0.kind == .runtimeEnabled }
    unlocked = take(1) { $0.kind == .purchase }
    attributes = manifest.attributes.map { take(1 + $0.valueCount) }
    count = Int(next)
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
