package import FlintCore
import FlintText

extension Shape {
  package static var state: Shape { .object(ObjectShape(StateKey.allCases)) }

  fileprivate static let installedVersion: Shape = .words(["latest"])
}

extension StateSection: ShapedKey {
  package var shape: Shape {
    switch self {
    case .platform: .name(.of(.platform))
    case .osVersion, .appVersion: .installedVersion
    case .date: .anything
    case .permissions: .map(.of(.permission), .words(of: SystemPermissionStatus.self))
    case .purchases:
      .map(
        .of(.product), .oneOf([.words(of: PurchaseStatus.self), .object(of: UntilKey.self)]))
    case .unlocked: .list(.name(.of(.feature)))
    case .toggles, .runtime: .map(.of(.feature), .boolean)
    case .attributes: .map(.of(.attribute), .oneOf([.boolean, .attributeValue]))
    case .buckets: .map(.of(.bucket), .anything)
    case .defaults: .object(of: DefaultsKey.self)
    }
  }
}

extension StateKey: ShapedKey {
  package var shape: Shape {
    switch self {
    case .section(let section): section.shape
    case .remark: .anything
    }
  }
}

extension DefaultsKey: ShapedKey {
  package var shape: Shape {
    switch self {
    case .permission: .words(SystemPermissionStatus.defaults.map(\.name))
    case .purchase: .words(PurchaseStatus.defaults.map(\.name))
    }
  }
}

extension UntilKey: ShapedKey {
  package var shape: Shape {
    switch self {
    case .until: .anything
    }
  }
}
