import FlintLogic
import FlintManifest
import FlintModel
import FlintPopulation
import FlintText

/// The facts that a state can contain, such as the platform or a permission, in the form in which the HTML report page
/// reads states and builds its controls. They are written as four lists of JSON objects:
///
///     sections: [{key: key of the section in a state, form: "value" | "members" | "list", title: heading of the
///                 controls, isOpen: whether the controls are shown at first, absent: label of an absent value,
///                 featureDomain: domain, if the section contains a fact of each feature}, …]
///     entries:  [{section: key, id, label, domain, plane: first plane, assumed: value that is used if the state has
///                 none, clears: section whose value is removed when the entry changes,
///                 default: meaning of an absent value, as text}, …]
///     domains:  [{values: [{value, label, offset: unless it is the index}, …], endDates} |
///                {scale, cuts, top: greatest value, hasUnknown, rules: [{pattern: regular expression, message}, …],
///                 maximum: {value, message}, example, patterns}, …]
///     ages:     [{attribute: id of a date attribute, declared: its default date in seconds since 1970,
///                 plane: first plane, cuts: [seconds, …]}, …]
///
/// An entry describes one fact, and its domain describes the possible values of the fact: either as a list of values or
/// as a scale, whose values are ordered or are arbitrary texts. Domains are referred to by index. The members `domain`,
/// `plane` and `default` contain an object with a member for each platform if they depend on the platform. Members
/// without a value are omitted. An entry without a label has no control.
///
/// The facts of features, such as their toggles, are not in the list of entries. The page adds an entry for each of
/// them after the last entry of the list: for each section with `featureDomain`, in order, one entry for each feature
/// that has a plane for this section.
///
/// A plane is a truth value that the page computes from the state. Each value of a fact makes one plane true: the plane
/// whose number is that of the entry's first plane plus an offset. `plane` is absent if no constraint depends on the
/// fact.
///
/// - If the domain lists its values, the offset of a value is its `offset` or else its index. `endDates` are the
///   keys of the object that can replace the status of a subscription, such as `{"until": date}`.
/// - A scale is divided into intervals by its `cuts`, and the offset is the number of cuts that are not greater than
///   the value. If `hasUnknown` is true, the offset is one greater, because the first plane represents the unknown
///   value `null`. `rules` and `maximum` describe valid input, with messages for invalid input.
/// - A scale of texts has one plane for each cut, which is here a single text, one for all other texts, and one for
///   each of its `patterns`, which have the form of a manifest's patterns. A text also makes the planes of the patterns
///   that it matches true.
/// - The age of a date attribute is the time from its value to the date of the state. The offset is the number of
///   `cuts` that are not greater than the age.
struct PageFacts {
  let manifest: Manifest
  let planes: PlaneFacts

  /// By consumable: required quantities, ascending, and the plane below the smallest.
  let credits: [Int: (cuts: [Int64], first: Int)]

  private(set) var entries: [Entry] = []
  var domains = NameIndex()
  private var numbers: [Key: Int] = [:]

  /// Platform and version have an entry each.
  enum Key: Hashable {
    case fact(Fact)
    case platform
    case systemVersion
  }

  struct Entry {
    let section: StateSection
    var id: String

    /// Nil without a control.
    var label: String?

    /// In ``PageFacts/domains``; one, or one for each platform.
    var domain: [Int]

    /// Of the first class of values, for all or each platform; empty if nothing tests the fact.
    var plane: [Int]
    var assumed: String?

    /// Without a value; one, or one for each platform.
    var fallback: [String] = []
  }

  init(_ manifest: Manifest, _ planes: PagePlanes) {
    self.manifest = manifest
    self.planes = planes.maker.facts
    credits = planes.credits
    for section in StateSection.allCases { add(section) }
    // The page derives the entries of features, which follow all others.
    var count = entries.count
    for section in StateSection.allCases {
      for feature in manifest.features.indices {
        guard let (fact, _) = firstPlane(of: feature, in: section) else { continue }
        numbers[.fact(fact)] = count
        count += 1
      }
    }
  }

  private(set) var featureDomains: [StateSection: Int] = [:]

  private func firstPlane(of feature: Int, in section: StateSection) -> (fact: Fact, plane: Int)? {
    guard section.subject == .feature else { return nil }
    let fact = section.fact(at: feature)
    return planes.firstPlane(of: fact).map { (fact, $0) }
  }

  /// By key of the section.
  func writePlanes(of feature: Int, to json: inout JSONWriter) {
    let all = StateSection.allCases.compactMap { section in
      firstPlane(of: feature, in: section).map { (key: section.key, plane: $0.plane) }
    }
    if all.isEmpty { return }
    json.key("planes")
    json.object { json in
      for (key, plane) in all {
        json.key(key)
        json.int(plane)
      }
    }
  }

  func entryIndex(of key: Key) -> Int {
    guard let number = numbers[key] else { preconditionFailure("the page has no entry for \(key)") }
    return number
  }

  // MARK: Entries

  private mutating func add(_ section: StateSection) {
    switch section {
    case .platform:
      let names = Platform.allCases.map(\.name)
      add(
        .platform, section, "platform", label: section.label.capitalizedFirst,
        domain: domain(names.map { ($0, .string($0)) }), plane: nil,
        assumed: manifest.app.defaultPlatform.name)
    case .osVersion: addSystemVersion()
    case .device(let device):
      add(
        .fact(.device(device)), section, section.name, label: section.label.capitalizedFirst,
        domain: domain(of: .device(device)),
        fallback: Platform.allCases.compactMap { platform in
          manifest.defaultValue(of: device, on: platform).map { device.domain.text(of: $0) }
        })
    case .permissions:
      let named = namedPermissions
      for permission in SystemPermission.allCases {
        let isNamed = named.contains(permission)
        add(
          .fact(.permission(permission)), section, permission.name,
          label: isNamed ? permission.displayName.capitalizedFirst : nil,
          domain: statuses(of: permission))
      }
    case .purchases:
      for (index, product) in manifest.products.enumerated() {
        let fact = Fact.product(index)
        if product.type == .consumable {
          let held = credits[index]
          add(
            .fact(fact), section, product.id, label: "\(product.name) (credits)",
            domain: scale(.count, (held?.cuts ?? []).map { String($0) }), plane: held?.first,
            assumed: nil, fallback: ["0"])
        } else {
          add(
            .fact(fact), section, product.id, label: product.name,
            domain: statuses(of: index))
        }
      }
    case .unlocked: featureDomains[section] = domain([("unlocked by the app", .truth(true))])
    case .toggles: featureDomains[section] = toggleValues
    case .runtime: featureDomains[section] = flagValues
    case .attributes:
      for (index, attribute) in manifest.attributes.enumerated() {
        add(
          .fact(.attribute(index)), section, attribute.id, label: attribute.name,
          domain: domain(of: .attribute(index)),
          fallback: attribute.defaultValue.map { [attribute.domain.scalar(of: $0).displayText] }
            ?? []
        )
      }
    case .buckets:
      for (index, bucket) in manifest.buckets.enumerated() {
        add(
          .fact(.bucket(index)), section, bucket, label: bucket,
          domain: scale(.percent, cuts(of: .bucket(index))))
      }
    case .defaults:
      let defaults = DeviceState().defaults
      add(
        .fact(.permissionDefault), section, "permission",
        label: "All other permissions",
        domain: statuses(SystemPermissionStatus.defaults, of: .permissionDefault) {
          ($0, $0.displayName, .permission($0))
        },
        assumed: defaults.permission.name)
      add(
        .fact(.purchaseDefault), section, "purchase", label: "All other products",
        domain: statuses(PurchaseStatus.defaults, of: .purchaseDefault) {
          ($0, $0.displayName, .purchase($0))
        }, assumed: defaults.purchase.name)
    }
  }

  private mutating func add(
    _ key: Key, _ section: StateSection, _ id: String, label: String?, domain: Int,
    assumed: String? = nil, fallback: [String] = []
  ) {
    let plane: Int? = if case .fact(let fact) = key { planes.firstPlane(of: fact) } else { nil }
    add(
      key, section, id, label: label, domain: domain, plane: plane, assumed: assumed,
      fallback: fallback)
  }

  private mutating func add(
    _ key: Key, _ section: StateSection, _ id: String, label: String?, domain: Int, plane: Int?,
    assumed: String?, fallback: [String] = []
  ) {
    numbers[key] = entries.count
    entries.append(
      Entry(
        section: section, id: id, label: label, domain: [domain], plane: plane.map { [$0] } ?? [],
        assumed: assumed, fallback: fallback))
  }

  private mutating func addSystemVersion() {
    var plane = planes.firstPlane(of: .system)
    var domains: [Int] = []
    var planes: [Int] = []
    for platform in Platform.allCases {
      let values = self.planes.values(of: .system).filter {
        if case .system(platform, _) = $0 { true } else { false }
      }
      domains.append(scale(.version, values.dropFirst().map { cut($0, of: .system) }))
      if let first = plane {
        planes.append(first)
        plane = first + values.count
      }
    }
    numbers[.systemVersion] = entries.count
    entries.append(
      Entry(
        section: .osVersion, id: "osVersion", label: StateSection.osVersion.label, domain: domains,
        plane: planes, assumed: InstalledVersion.latest.description,
        fallback: [InstalledVersion.latest.description]))
  }

  // MARK: Domains

  private var namedPermissions: Set<SystemPermission> {
    var named: Set<SystemPermission> = []
    manifest.forEachRequirement { constraint in
      if case .requirement(.permission(let requirement)) = constraint {
        named.insert(requirement.permission)
      }
    }
    return named
  }

  private mutating func statuses<Status: NamedCase>(
    _ all: [Status], of fact: Fact, endDates: [UntilKey] = [],
    _ displayText: (Status) -> (status: Status, label: String, value: FactValue)
  ) -> Int {
    let displayText = all.map(displayText)
    return domain(
      displayText.map { ($0.label, .string($0.status.name)) },
      planes: displayText.map { planes.index(of: $0.value, of: fact) ?? 0 }, endDates: endDates)
  }

  private mutating func statuses(of permission: SystemPermission) -> Int {
    statuses(
      permission.statuses, of: .permission(permission)
    ) { ($0, $0.displayName, .permission($0)) }
  }

  private mutating func statuses(of product: Int) -> Int {
    let type = manifest.products[product].type
    return statuses(
      PurchaseStatus.allCases.filter { type.allows($0) }, of: .product(product),
      endDates: UntilKey.allCases.filter { $0.applies(to: type) }
    ) { ($0, $0.displayName, .purchase($0)) }
  }

  private var toggleValues: Int {
    mutating get { domain([false, true].map { ($0.switchWord, .truth($0)) }) }
  }

  private var flagValues: Int {
    mutating get {
      domain(
        Ternary.allCases.map { flag in
          switch flag {
          case .no: ("disabled", .truth(false))
          case .unknown: ("unknown", .null)
          case .yes: ("enabled", .truth(true))
          }
        })
    }
  }

  /// Returns the index, in ``domains``, of the description of the possible values of a fact. Those of an attribute
  /// include the unknown value, unless it is always known.
  private mutating func domain(of fact: Fact) -> Int {
    let hasUnknown =
      if case .attribute(let attribute) = fact {
        !manifest.attributes[attribute].isAlwaysKnown
      } else {
        false
      }
    let first = hasUnknown ? 1 : 0
    var cuts: [String] { self.cuts(of: fact, dropping: first + 1) }
    let declared = manifest.domain(of: fact)
    switch declared.type {
    case .boolean, .choice:
      let values = (hasUnknown ? [.unknown] : []) + declared.listedValues()
      return domain(values.map { declared.scalar(of: $0) }.map { ($0.displayText, $0) })
    case .text:
      let texts = Array(self.cuts(of: fact, dropping: first).dropLast())
      return scale(.text, texts, hasUnknown: hasUnknown, patterns: planes.patterns(of: fact))
    case .integer: return scale(.integer, cuts, hasUnknown: hasUnknown)
    case .version: return scale(.version, cuts, hasUnknown: hasUnknown)
    case .date: return scale(.date, cuts, hasUnknown: hasUnknown)
    }
  }

  private mutating func domain(
    _ values: [(label: String, value: ScalarValue)], planes: [Int]? = nil, endDates: [UntilKey] = []
  ) -> Int {
    var json = JSONWriter(.compact)
    json.object { json in
      json.key("values")
      json.array(of: values.enumerated()) { element, json in
        json.object { json in
          json.key("value")
          json.scalar(element.element.value)
          json.member("label", element.element.label)
          if let planes, planes[element.offset] != element.offset {
            json.member("offset", planes[element.offset])
          }
        }
      }
      if !endDates.isEmpty { json.member("endDates", endDates.map(\.name)) }
    }
    return domains.insert(json.text).index
  }
}

/// Values with an order, or texts.
extension PageFacts {
  /// - Parameter first: Values before the first breakpoint: 1, or 2 with the unknown value.
  func cuts(of fact: Fact, dropping first: Int = 1) -> [String] {
    planes.values(of: fact).dropFirst(first).map { cut($0, of: fact) }
  }

  func cut(_ value: FactValue, of fact: Fact) -> String {
    let piece = piece(value, of: fact)
    if case .text(let text) = piece { return text }
    if case .number(let number) = piece { return number }
    preconditionFailure(
      "\(value) cannot divide the values of a fact on the report page, because it is neither a text nor a number"
    )
  }

  mutating func scale(
    _ scale: Scale, _ cuts: [String], hasUnknown: Bool = false, patterns: [TextPattern] = []
  ) -> Int {
    var json = JSONWriter(.compact)
    json.object { json in
      json.member("scale", scale.name)
      json.member("cuts", cuts)
      if hasUnknown {
        json.key("hasUnknown")
        json.bool(true)
      }
      if !patterns.isEmpty {
        json.key("patterns")
        json.array(of: patterns) { $1.pattern($0) }
      }
      if let top = scale.top { json.member("top", top) }
      json.key("rules")
      json.array(of: scale.rules) { rule, json in
        json.object { json in
          json.member("pattern", rule.pattern)
          json.member("message", rule.hint)
        }
      }
      if let maximum = scale.maximum {
        json.key("maximum")
        json.object { json in
          json.member("value", maximum.value)
          json.member("message", maximum.hint)
        }
      }
      json.member("example", scale.example)
    }
    return domains.insert(json.text).index
  }
}

extension PageFacts {
  struct Scale {
    let name: String
    let example: String

    /// `latest` for a version.
    var top: String?

    let rules: [(pattern: String, hint: String)]

    var maximum: (value: String, hint: String)?

    static let version = Scale(
      name: "version", example: "latest", top: InstalledVersion.latest.description,
      rules: [
        (#"^\d+(\.\d+){0,2}$"#, hint(.invalidVersion(""))),
        (#"^(0|[1-9]\d*)(\.(0|[1-9]\d*))*$"#, hint(.invalidVersion("01"))),
      ],
      maximum: (String(Int32.max), hint(.invalidVersion("9999999999"))))

    static let count = Scale(
      name: "count", example: "0",
      rules: [(#"^(0|[1-9]\d*)$"#, hint(.creditsExpected("")))],
      maximum: maximum(Int64.max))

    static let date = Scale(
      name: "date", example: "2026-12-01",
      rules: [
        (
          #"^(19[7-9]\d|[2-9]\d{3})-\d\d-\d\d(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?Z)?$"#,
          hint(.invalidDate(""))
        )
      ])

    static let percent = Scale(
      name: "percent", example: "12.5",
      rules: [
        (
          #"^(0|[1-9]\d?)(\.\d{1,4})?$"#,
          "write a number from 0 to below 100 with at most four decimals"
        )
      ])

    static let integer = Scale(
      name: "integer", example: "0", rules: [(#"^(0|-?[1-9]\d*)$"#, "write a whole number")],
      maximum: maximum(AttributeDomain.integers.upperBound))

    static let text = Scale(
      name: "text", example: "text", rules: [("^[^]", "the text must not be empty")])

    private static func maximum(_ number: Int64) -> (value: String, hint: String) {
      ("\(number)", "the maximum is \(number)")
    }

    private static func hint(_ problem: Diagnostic) -> String { problem.hint ?? problem.message }
  }
}
