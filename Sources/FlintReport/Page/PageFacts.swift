internal import FlintCore
internal import FlintManifest
internal import FlintPopulation
internal import FlintText

/// What a state can say, as the page reads it, shows it and lets it be changed.
///
///     sections: [[key, "value" | "members" | "list", title of controls, whether they are shown at first, what stands for "not given", domain of other features | null], …]
///     entries:  [[section, id | feature, label | feature | null, domain, first plane, value where not given | null,
///                entry that is not given any longer once this one changes], …]; the last two may be left out
///               a row of features: [section, [how far each is behind the last one, as PageNumbers], domain, first plane, planes of each]
///     domains:  [{values, labels} | {scale, cuts, top, rules, most, example}, …]
///
/// An entry without a label has no control. The version of the system has a list of domains and one of planes, for each
/// platform. The n-th value of a domain sets the n-th plane of its entry; so does a value that is at least n cuts of a scale.
struct PageFacts {
  let manifest: Manifest
  let planes: PlaneFacts

  private(set) var entries: [Entry] = []
  private(set) var domains = NameIndex()
  private var numbers: [Key: Int] = [:]

  /// What a value is of.
  enum Key: Hashable {
    case fact(Fact)
    case platform
    case systemVersion
  }

  struct Entry {
    let section: StateSection
    var id: Name
    var label: Name?
    var domain: [Int]
    var plane: [Int]
    var assumed: String?
  }

  enum Name {
    case text(String)
    case feature(Int)
  }

  init(_ manifest: Manifest, _ planes: PlaneFacts) {
    self.manifest = manifest
    self.planes = planes
    for section in StateSection.allCases { add(section) }
  }

  /// The domains of what features have of which nothing is asked: states may give it all the same.
  private(set) var others: [StateSection: Int] = [:]

  /// An entry's number.
  func number(of key: Key) -> Int {
    guard let number = numbers[key] else { preconditionFailure("the page has no \(key)") }
    return number
  }

  // MARK: Entries

  private mutating func add(_ section: StateSection) {
    switch section {
    case .platform:
      let names = Platform.allCases.map(\.name)
      add(
        .platform, section, .text("platform"), label: .text("Platform"),
        domain: domain(names.map { ($0, .text($0)) }), plane: nil,
        assumed: DeviceState().platform.name)
    case .osVersion: addSystemVersion()
    case .appVersion:
      add(
        .fact(.appVersion), section, .text("appVersion"), label: .text("App version"),
        domain: scale(
          .version, planes.values(of: .appVersion), manifest.app.installedVersion.description))
    case .permissions:
      var named = VersionBoundaries()
      named.add(manifest)
      for permission in SystemPermission.allCases {
        let isNamed = named.permissions.contains(permission)
        add(
          .fact(.permission(permission)), section, .text(permission.name),
          label: isNamed ? .text(permission.spokenName) : nil, domain: permissionStatuses)
      }
    case .purchases:
      for (index, product) in manifest.products.enumerated() {
        let fact = Fact.product(index)
        let isConsumable = product.type == .consumable
        add(
          .fact(fact), section, .text(product.id),
          label: .text(isConsumable ? "\(product.name) (credits)" : product.name),
          domain: isConsumable ? scale(.count, planes.values(of: fact), "0") : purchaseStatuses)
      }
    case .unlocked:
      addFeatures(section, domain([("unlocked by the app", .truth(true))])) { .unlocked($0) }
    case .toggles: addFeatures(section, toggleValues) { .toggle($0) }
    case .runtime: addFeatures(section, flagValues) { .runtime($0) }
    case .attributes:
      for (index, attribute) in manifest.attributes.enumerated() {
        add(
          .fact(.attribute(index)), section, .text(attribute.id), label: .text(attribute.name),
          domain: domain(values(of: index)))
      }
    case .defaults:
      let defaults = DeviceState().defaults
      add(
        .fact(.permissionDefault), section, .text("permission"),
        label: .text("Permissions not given"), domain: permissionStatuses,
        assumed: defaults.permission.name)
      add(
        .fact(.purchaseDefault), section, .text("purchase"), label: .text("Products not given"),
        domain: purchaseStatuses, assumed: defaults.purchase.name)
    }
  }

  private mutating func add(
    _ key: Key, _ section: StateSection, _ id: Name, label: Name?, domain: Int,
    assumed: String? = nil
  ) {
    let plane: Int? = if case .fact(let fact) = key { planes.firstPlane(of: fact) } else { nil }
    add(key, section, id, label: label, domain: domain, plane: plane, assumed: assumed)
  }

  private mutating func add(
    _ key: Key, _ section: StateSection, _ id: Name, label: Name?, domain: Int, plane: Int?,
    assumed: String?
  ) {
    numbers[key] = entries.count
    entries.append(
      Entry(
        section: section, id: id, label: label, domain: [domain], plane: [plane ?? -1],
        assumed: assumed))
  }

  /// The features of which something is asked.
  private mutating func addFeatures(
    _ section: StateSection, _ domain: Int, _ fact: (Int) -> Fact
  ) {
    others[section] = domain
    for feature in manifest.features.indices where planes.firstPlane(of: fact(feature)) != nil {
      add(
        .fact(fact(feature)), section, .feature(feature), label: .feature(feature), domain: domain)
    }
  }

  private mutating func addSystemVersion() {
    var plane = planes.firstPlane(of: .system) ?? -1
    var domains: [Int] = []
    var planes: [Int] = []
    for platform in Platform.allCases {
      let values = self.planes.values(of: .system).filter {
        if case .system(platform, _) = $0 { true } else { false }
      }
      domains.append(scale(.version, values, InstalledVersion.latest.description))
      planes.append(plane)
      plane += values.count
    }
    numbers[.systemVersion] = entries.count
    entries.append(
      Entry(
        section: .osVersion, id: .text("osVersion"), label: .text("OS version"), domain: domains,
        plane: planes, assumed: InstalledVersion.latest.description))
  }

  // MARK: Domains

  private var permissionStatuses: Int {
    mutating get {
      domain(SystemPermissionStatus.allCases.map { ($0.name, .text($0.name)) })
    }
  }

  private var purchaseStatuses: Int {
    mutating get { domain(PurchaseStatus.allCases.map { ($0.name, .text($0.name)) }) }
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
          case .unknown: ("not known", .null)
          case .yes: ("enabled", .truth(true))
          }
        })
    }
  }

  /// The values of an attribute as they are chosen, in the order of their planes.
  private func values(of attribute: Int) -> [(label: String, value: Value)] {
    let declaration = manifest.attributes[attribute]
    return planes.values(of: .attribute(attribute)).compactMap { value in
      guard case .attribute(let value) = value else { return nil }
      switch (value, declaration.domain) {
      case (.boolean(let isOn), _): return (isOn.switchWord, .truth(isOn))
      case (.choice(let index), .choice(let values)): return (values[index], .text(values[index]))
      case (.unknown, _), (.choice, .boolean): return (declaration.spoken(.unknown), .null)
      }
    }
  }

  /// A value of a state's JSON.
  enum Value {
    case text(String)
    case truth(Bool)
    case null

    func write(to json: inout JSONWriter) {
      switch self {
      case .text(let text): json.string(text)
      case .truth(let value): json.bool(value)
      case .null: json.null()
      }
    }
  }

  private mutating func domain(_ values: [(label: String, value: Value)]) -> Int {
    var json = JSONWriter(.compact)
    json.object { json in
      json.key("values")
      json.array { json in for (_, value) in values { value.write(to: &json) } }
      json.key("labels")
      json.array { json in for (label, _) in values { json.string(label) } }
    }
    return domains.insert(json.text).index
  }

  private enum Scale {
    case version
    case count
  }

  private mutating func scale(_ scale: Scale, _ values: [FactValue], _ example: String) -> Int {
    var json = JSONWriter(.compact)
    json.object { json in
      json.key("cuts")
      json.array { json in
        for value in values.dropFirst() {
          switch value {
          case .system(_, let version), .version(let version): json.string(version.description)
          case .credits(let quantity): json.string(String(quantity))
          case .notGiven, .permission, .purchase, .flag, .attribute: break
          }
        }
      }
      json.key("scale")
      switch scale {
      case .version:
        json.string("version")
        json.key("top")
        json.string(InstalledVersion.latest.description)
        writeRules(
          [
            (#"^\d+(\.\d+){0,2}$"#, hint(.invalidVersion(text: "", .notAVersion))),
            (
              #"^(0|[1-9]\d*)(\.(0|[1-9]\d*))*$"#,
              hint(.invalidVersion(text: "", .leadingZero))
            ),
          ],
          most: String(Int32.max), hint(.invalidVersion(text: "", .tooLarge)), to: &json)
      case .count:
        json.string("count")
        let number = hint(.creditsExpected(product: ""))
        // Beyond this a script's numbers are not exact.
        let most = "9007199254740991"
        writeRules([(#"^(0|[1-9]\d*)$"#, number)], most: most, "at most \(most)", to: &json)
      }
      json.key("example")
      json.string(example)
    }
    return domains.insert(json.text).index
  }

  private func hint(_ fact: InputProblem.Fact) -> String {
    let problem = InputProblem(fact: fact, range: 0..<0)
    return problem.hint ?? problem.message
  }

  /// What a text must match, and how large its numbers are at most; each with what to say where it is otherwise.
  private func writeRules(
    _ rules: [(pattern: String, hint: String)], most: String, _ hint: String,
    to json: inout JSONWriter
  ) {
    json.key("rules")
    json.array { json in
      for rule in rules { json.strings([rule.pattern, rule.hint]) }
    }
    json.key("most")
    json.strings([most, hint])
  }
}
