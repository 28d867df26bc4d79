import FlintCore
internal import FlintText

/// One thing that a state decides. Products, features and attributes go by their shared number.
enum Variable: Hashable {
  /// The platform and its version in one: iOS's classes from the newest to the oldest, then macOS's, and so on.
  case system

  /// 0: not given; then the classes from the newest to the oldest.
  case appVersion

  /// In the order of ``permissionValues``, where the platform offers the permission.
  case permission(SystemPermission)

  /// In the order of ``productValues``; a product that is no consumable.
  case product(Int)

  /// 0: locked, 1: unlocked.
  case unlocked(Int)

  /// 0: not given, 1: on, 2: off.
  case toggle(Int)

  /// 0: not given; then in the order of ``runtimeValues``.
  case runtime(Int)

  /// 0: not given, 1: unknown; then the values in the order of ``AttributeValues``.
  case attribute(Int)

  static let permissionValues: [SystemPermissionStatus] = [
    .notDetermined, .authorized, .denied, .restricted,
  ]
  static let productValues: [PurchaseStatus] = [.notPurchased, .purchased, .unknown]
  static let runtimeValues: [Ternary] = [.yes, .no, .unknown]
}

/// The values that an attribute can be given, in one manifest or in two.
struct AttributeValues {
  /// Whether it can be a Boolean: values 2 and 3 are true and false then.
  var hasBooleans = false

  /// Every text that one of the manifests lists.
  var texts: [String] = []

  /// For each choice of the second manifest its position in `texts`; nil where they are the first one's.
  var secondTexts: [Int]?

  /// The value of the first text.
  var firstText: UInt32 { hasBooleans ? 4 : 2 }

  /// One more than the greatest value.
  var count: UInt32 { firstText + UInt32(texts.count) }

  init(_ domains: [AttributeDomain?]) {
    for (side, domain) in domains.enumerated() {
      switch domain {
      case nil: continue
      case .boolean?: hasBooleans = true
      case .choice(let values)?:
        if texts.isEmpty {
          texts = values
          continue
        }
        if values.elementsEqual(texts, by: { $0.isSame(as: $1) }) { continue }
        var names = NameIndex(texts)
        let positions = values.map { names.insert($0).index }
        texts = names.names
        if side == 1 { secondTexts = positions }
      }
    }
  }

  /// The variable's value for a choice of one side's.
  func value(ofChoice choice: Int, side: Int) -> UInt32 {
    firstText + UInt32(side == 1 ? secondTexts?[choice] ?? choice : choice)
  }
}
