/// The tables of a ``StateScanner``: ids and words to numbers, values to planes.
final class ScannerTables: @unchecked Sendable {
  // INVARIANT: nothing changes after `init`, so instances can be shared between threads.
  let program: PopulationProgram

  let keyNames = IdTable(LineKey.named.map(\.name))

  /// By index in ``keyNames``.
  let keys: Table<LineKey>
  let platforms = IdTable(Platform.allCases.map(\.name))
  let permissions = IdTable(SystemPermission.allCases.map(\.name))
  let permissionStatuses = IdTable(SystemPermissionStatus.allCases.map(\.name))
  let purchaseStatuses = IdTable(PurchaseStatus.allCases.map(\.name))
  let featureStatuses = IdTable(FeatureStatus.allCases.map(\.name))
  let features: IdTable
  let products: IdTable
  let attributes: IdTable
  let buckets: IdTable

  /// How many of ``features`` the new manifest declares. The others are only the old manifest's.
  /// The counts below are alike.
  let declaredFeatures: Int
  let declaredProducts: Int
  let declaredAttributes: Int
  let declaredBuckets: Int

  /// By product, the index of its ``CombinedDeclarations`` twin, else -1. Nil if no product has a
  /// twin.
  let productTwins: [Int]?
  /// By attribute, the index of its twin, else -1. Nil if no attribute has a twin.
  let attributeTwins: [Int]?

  let defaultPlatform: Int

  /// Elements for each permission or product: one for each raw value of a status.
  static let statusStride = max(
    SystemPermissionStatus.allCases.count, PurchaseStatus.allCases.count)

  /// By permission and status; -1 if the permission cannot have the status.
  let permissionPlanes: Table<Plane>
  /// By product and status; -1 if the product cannot have the status.
  let purchasePlanes: Table<Plane>
  /// By default status; -1 if not every permission can have it.
  let permissionDefaults: Table<Plane>
  /// By default status; -1 if products cannot have it by default.
  let purchaseDefaults: Table<Plane>
  let productTypes: Table<ProductType>

  /// By feature, the plane of “off”. That of “on” follows.
  let toggles: Table<Plane>
  /// By feature, the plane of “off”. Those of “unknown” and “on” follow.
  let runtimeFlags: Table<Plane>
  /// By feature, the plane of “unlocked”.
  let unlocked: Table<Plane>

  struct TypedValues: ~Copyable {
    let type: AttributeType
    let hasUnknown: Bool

    /// The unknown value's plane, else the index before the first value's plane. Planes of the
    /// choices, texts or intervals follow; that of all other texts is last.
    let plane: Plane

    /// Choices, or texts that constraints name.
    let values: IdTable

    let patterns: [TextPattern]
    let firstPattern: Plane

    /// Intervals of versions (``PackedVersion``), dates in seconds since 1970, or integers.
    let cuts: Cuts
  }

  let attributeValues: Table<TypedValues>

  /// Intervals of each fact, by the raw value of ``FlintCore/DeviceFact``.
  let deviceCuts: Table<Cuts>

  /// Intervals of versions as ``PackedVersion``, by platform.
  let versions: Table<Cuts>

  struct Age: ~Copyable {
    let attribute: Int

    /// The attribute's default, in seconds since 1970, or ``noTime``.
    let declared: Int64
    let cuts: Cuts
  }

  let ages: Table<Age>
  static let noTime = Int64.min

  /// Intervals of positions in ten-thousandths of a percent, by bucket.
  let bucketCuts: Table<Cuts>
  let bucketPositions: BucketPositions

  /// The date that all lines get, in seconds since 1970; or ``noTime``.
  let date: Int64

  /// Changes that apply to all lines, except of the date; see ``date``.
  let changes: [LineChange]

  init(_ program: PopulationProgram, changing states: [PartialState] = []) {
    self.program = program
    let manifest = program.universe
    let layout = program.layout
    declaredFeatures = program.manifest.features.count
    declaredProducts = program.manifest.products.count
    declaredAttributes = program.manifest.attributes.count
    declaredBuckets = program.manifest.buckets.count
    productTwins = Self.twins(program.comparison?.names.productTwins, of: manifest.products.count)
    attributeTwins = Self.twins(
      program.comparison?.names.attributeTwins, of: manifest.attributes.count)
    features = IdTable(manifest.features.map(\.id))
    products = IdTable(manifest.products.map(\.id))
    attributes = IdTable(manifest.attributes.map(\.id))
    buckets = IdTable(manifest.buckets)
    defaultPlatform = Int(manifest.app.defaultPlatform.rawValue)
    keys = Table(LineKey.named.map(\.key))
    permissionPlanes = Table(
      SystemPermission.allCases.flatMap { permission in
        let planes = layout[.permission(permission)]
        return Self.planes(SystemPermissionStatus.self) {
          permission.allows($0) ? planes.plane(of: .permission($0)) : nil
        }
      })
    purchasePlanes = Table(
      manifest.products.enumerated().flatMap { index, product in
        let planes = layout[.product(index)]
        return Self.planes(PurchaseStatus.self) {
          product.type.allows($0) ? planes.plane(of: .purchase($0)) : nil
        }
      })
    permissionDefaults = Table(
      Self.planes(SystemPermissionStatus.self) { status in
        SystemPermissionStatus.defaults.contains(status)
          ? layout[.permissionDefault].plane(of: .permission(status)) : nil
      })
    purchaseDefaults = Table(
      Self.planes(PurchaseStatus.self) { status in
        PurchaseStatus.defaults.contains(status)
          ? layout[.purchaseDefault].plane(of: .purchase(status)) : nil
      })
    productTypes = Table(manifest.products.map(\.type))
    toggles = Table(layout.firstPlanes(of: .toggles))
    runtimeFlags = Table(layout.firstPlanes(of: .runtime))
    unlocked = Table(layout.firstPlanes(of: .unlocked))
    attributeValues = Table(count: manifest.attributes.count) { index in
      let attribute = manifest.attributes[index]
      return TypedValues(
        attribute.domain, layout[.attribute(index)], hasUnknown: !attribute.isAlwaysKnown)
    }
    deviceCuts = Table(count: DeviceFact.allCases.count) {
      Cuts(layout[.device(DeviceFact.allCases[$0])])
    }
    let systems = layout[.system].domain.representatives
    versions = Table(count: Platform.allCases.count) { platform in
      let classes = systems.indices.filter {
        systems[$0].system?.platform == Platform.allCases[platform]
      }
      return Cuts(layout[.system], of: classes[0]..<classes[0] + classes.count)
    }
    ages = Table(count: layout.ages.count) { index in
      let age = layout.ages[index]
      return Age(
        attribute: age.attribute, declared: age.declared?.seconds ?? Self.noTime,
        cuts: Cuts(age.planes))
    }
    bucketCuts = Table(count: manifest.buckets.count) { Cuts(layout[.bucket($0)]) }
    bucketPositions = BucketPositions(manifest.buckets)
    let dates = states.compactMap { $0.device[.date] }
    date = if case .date(let date)? = dates.last { date.seconds } else { Self.noTime }
    changes = states.compactMap { LineChange($0, program) }
  }

  func isTested(product: Int) -> Bool {
    let first = product &* Self.statusStride
    return purchasePlanes[first &+ Int(PurchaseStatus.unknown.rawValue)]
      != purchasePlanes[first &+ Int(PurchaseStatus.purchased.rawValue)]
  }

  @inline(__always)
  func plane(of fact: DeviceFact, _ value: UInt64) -> Plane {
    deviceCuts[Int(fact.rawValue)].plane(of: value)
  }

  private static func twins(_ twins: [Int: Int]?, of count: Int) -> [Int]? {
    guard let twins, !twins.isEmpty else { return nil }
    return (0..<count).map { twins[$0] ?? -1 }
  }

  private static func planes<Status: CaseIterable>(
    _: Status.Type, _ plane: (Status) -> Plane?
  ) -> [Plane] {
    var planes = Status.allCases.map { plane($0) ?? -1 }
    while planes.count < statusStride { planes.append(-1) }
    return planes
  }
}

extension ScannerTables.TypedValues {
  init(_ domain: AttributeDomain, _ planes: PlaneLayout.FactPlanes, hasUnknown: Bool) {
    type = domain.type
    self.hasUnknown = hasUnknown
    // The unknown value, if the fact can have it, is the first one.
    let first = hasUnknown ? 1 : 0
    plane = planes.first + Plane(first - 1)
    let texts = planes.domain.representatives.dropFirst(first).dropLast().compactMap {
      if case .typed(.text(let text)) = $0 { text.text } else { nil }
    }
    values = IdTable(type == .text ? texts : domain.choices)
    (patterns, firstPattern) = (planes.domain.patterns, planes.firstPattern)
    cuts = Cuts(planes, of: first..<planes.domain.count)
  }
}

/// Where intervals begin, and their planes.
struct Cuts: ~Copyable {
  private let cuts: Table<UInt64>
  private let first: Plane

  /// - Parameter classes: The classes of values that are intervals, such as all but the unknown
  ///   value's; nil for all.
  init(_ planes: PlaneLayout.FactPlanes, of classes: Range<Int>? = nil) {
    let classes = classes ?? 0..<planes.domain.count
    let cuts = planes.domain.representatives[classes].dropFirst().compactMap { value -> UInt64? in
      switch value.position {
      case .number(let number): Self.ordered(number)
      case .version(.version(let version)): PackedVersion.lowest(atLeast: version)
      case .version(.latest), nil: nil
      }
    }
    self.cuts = Table(cuts)
    first = planes.first + Plane(classes.lowerBound)
  }

  var isEmpty: Bool { cuts.count == 0 }

  @inline(__always)
  func plane(of value: UInt64) -> Plane {
    var index: Plane = 0
    for cut in 0..<cuts.count { index &+= cuts[cut] <= value ? 1 : 0 }
    return first &+ index
  }

  @inline(__always)
  func plane(of value: Int64) -> Plane { plane(of: Self.ordered(value)) }

  @inline(__always)
  static func ordered(_ value: Int64) -> UInt64 { UInt64(bitPattern: value) ^ 1 << 63 }
}

/// A state of `--date` or `--with`, read after each line's own.
final class LineChange {
  /// The state as JSON, and bytes that ``ByteCursor`` may read beyond it.
  let text: Table<UInt8>
  let hasPlatform: Bool

  /// Products that the state replaces, with their twins.
  let products: Set<Int>

  /// All planes of the facts that the state replaces, with their twins.
  let planes: [Plane]

  /// Nil if the state has only a date.
  init?(_ state: PartialState, _ program: PopulationProgram) {
    var state = state
    state.device[.date] = nil
    if state.sections.isEmpty { return nil }
    let names = program.comparison?.names
    func withTwins(_ indices: some Sequence<Int>, _ twins: [Int: Int]?) -> Set<Int> {
      indices.reduce(into: []) { $0.formUnion([$1, twins?[$1] ?? $1]) }
    }
    products = withTwins(state.purchases.keys, names?.productTwins)
    var facts = products.map { Fact.product($0) }
    facts += withTwins(state.attributes.keys, names?.attributeTwins).map { .attribute($0) }
    facts += SystemPermission.allCases.filter { state.permissions[$0] != nil }
      .map { .permission($0) }
    facts += state.toggles.keys.map { .toggle($0) }
    facts += state.runtime.keys.map { .runtime($0) }
    facts += state.buckets.keys.map { .bucket($0) }
    if state.unlocked != nil { facts += program.universe.features.indices.map { .unlocked($0) } }
    planes = facts.flatMap { program.layout[$0].all }
    hasPlatform = state.platform != nil
    let padding = [UInt8](repeating: 0, count: ByteCursor.readableBytesAfterLine)
    text = Table(Self.text(of: state, program.manifest) + padding)
  }

  static func text(of state: PartialState, _ manifest: Manifest) -> [UInt8] {
    var json = JSONWriter(.compact)
    StateWriter.write(state, of: manifest, to: &json)
    return Array(json.text.utf8)
  }
}

/// A list of fixed length, without bounds checks and reference counts.
struct Table<Element: ~Copyable>: ~Copyable {
  let start: UnsafeMutablePointer<Element>
  let count: Int

  init(count: Int, _ element: (Int) -> Element) {
    self.count = count
    start = .allocate(capacity: count)
    for index in 0..<count { (start + index).initialize(to: element(index)) }
  }

  deinit {
    start.deinitialize(count: count)
    start.deallocate()
  }

  subscript(index: Int) -> Element {
    @inline(__always) _read { yield start[index] }
    @inline(__always) nonmutating _modify { yield &start[index] }
  }
}

extension Table {
  init(uninitialized count: Int) {
    self.count = count
    start = .allocate(capacity: count)
  }

  init(_ elements: [Element]) { self.init(count: elements.count) { elements[$0] } }

  init(repeating element: Element, count: Int) {
    self.init(uninitialized: count)
    start.initialize(repeating: element, count: count)
  }
}
