import FlintLogic
import FlintModel
import FlintText

struct StateLines {
  private let head: ReportContext
  private let state: ResolvedState
  private let manifest: Manifest
  private let contents: StateContents
  private let isDetailed: Bool

  init(_ head: ReportContext, isDetailed: Bool) {
    self.head = head
    state = head.sentences.state
    manifest = state.manifest
    contents = StateContents(state)
    self.isDetailed = isDetailed
  }

  var lines: [Line] {
    [title, origin] + baseline + (isDetailed ? rows + [advice] : []) + [.blank]
  }

  // MARK: Title

  private var title: Line {
    var line = Line(hanging: 2)
    line.add(manifest.app.name ?? head.manifestPath, .strong)
    line.add(" on ")
    line.add(state.deviceDisplayText, .strong)
    line.add(", \(state.appDisplayText)")
    return line
  }

  private var origin: Line {
    var line = Line(hanging: 2)
    line.add("State: ", .quiet)
    line.add(head.origin.displayText)
    if !head.flags.isEmpty { line.add(", with \(head.flags.joined(separator: " "))") }
    return line
  }

  private var baseline: [Line] {
    guard let baseline = head.baseline else { return [] }
    let state = baseline.sentences.state
    var line = Line(hanging: 2)
    line.add("Compared with: ", .quiet)
    line.add(
      "\(baseline.origin.displayText) on \(state.deviceDisplayText), \(state.appDisplayText)")
    return [line]
  }

  // MARK: Rows

  private static let omitted: Set<StateSection> = [.platform, .osVersion, .appVersion, .defaults]

  private var rows: [Line] {
    StateSection.allCases.filter { !Self.omitted.contains($0) }.compactMap { row($0) }
  }

  private func row(_ section: StateSection) -> Line? {
    let values = values(of: section)
    guard !values.groups.isEmpty else { return nil }
    var line = Line(indentation: 2, hanging: 15)
    line.add(section.name, .quiet)
    line.pad(to: 15)
    for (index, group) in values.groups.enumerated() {
      if index > 0 { line.add(" · ", .quiet) }
      line.add(group.names.joined(separator: ", "))
      if !group.value.isEmpty { line.add(": " + group.value, .quiet) }
    }
    return line
  }

  private func values(of section: StateSection) -> GroupedValues {
    var values = GroupedValues()
    for fact in contents.facts(of: section) {
      switch section.form {
      case .value: if state.value(of: fact) != .notGiven { values.add(state.displayText(of: fact)) }
      case .list: values.add(name(of: fact))
      case .members: values.add(name(of: fact), to: state.displayText(of: fact))
      }
    }
    return values
  }

  private func name(of fact: Fact) -> String {
    guard case .product(let product) = fact else {
      return fact.subject.map { manifest.id(of: $0.kind, at: $0.index) } ?? ""
    }
    // As in constraint ids, unusual product ids are quoted, so that their extent is visible.
    var id = ""
    PurchaseExpression.product(product)
      .write(to: &id, products: manifest.products, groups: manifest.groups)
    return id
  }

  // MARK: Advice

  private var advice: Line {
    var line = Line(hanging: 2)
    line.add("Change the state with ", .quiet)
    let flags = StateAdvice(state, contents).flags
    for (index, flag) in flags.enumerated() {
      let comma = index < flags.count - 1 ? "," : ""
      if index > 0 { line.add(" ", .quiet) }
      line.add(flag + comma, .quiet, isBreakable: false)
    }
    return line
  }
}

private struct GroupedValues {
  private(set) var groups: [(value: String, names: [String])] = []

  mutating func add(_ name: String, to value: String = "") {
    if let index = groups.firstIndex(where: { $0.value == value }) {
      groups[index].names.append(name)
    } else {
      groups.append((value, [name]))
    }
  }
}

extension ResolvedState {
  var deviceDisplayText: String {
    switch osVersion {
    case .latest: "the latest \(platform.name)"
    case .version(let version): "\(platform.name) \(version)"
    }
  }

  var appDisplayText: String { DeviceFact.appVersion.displayName(of: .version(appVersion)) }
}

extension StateOrigin {
  var displayText: String {
    switch self {
    case .named(let name): "'\(name)' (from the manifest)"
    case .defaultNamed(let name): "'\(name)' (the manifest's default)"
    case .file(let path): path
    case .json(let option): "given with --\(option)"
    case .freshInstall: "a fresh install"
    }
  }
}

/// Options to copy, with which the reader can change the state.
struct StateAdvice {
  private let state: ResolvedState
  private let manifest: Manifest
  private let contents: StateContents

  init(_ state: ResolvedState, _ contents: StateContents) {
    self.state = state
    manifest = state.manifest
    self.contents = contents
  }

  /// The first replaces the state, others change a fact each, if possible to another value.
  var flags: [String] {
    ["--state NAME|FILE"] + StateSection.allCases.flatMap { flags(for: $0) }
  }

  private func flags(for section: StateSection) -> [String] {
    switch section {
    case .platform: platforms
    case .device(let fact): flags(for: fact)
    case .permissions: permissions
    case .purchases: purchases
    case .toggles: toggles
    case .runtime: runtimeFlags
    case .attributes: manifest.attributes.indices.prefix(1).map { flag(forAttribute: $0) }
    case .buckets: buckets
    case .osVersion, .unlocked, .defaults: []
    }
  }

  private var platforms: [String] {
    let usual = state.platform == .macOS ? Platform.iOS : .macOS
    let others = manifest.app.platforms?.map(\.platform).filter { $0 != state.platform } ?? [usual]
    let other = others.contains(usual) ? usual : others.first
    return other.map { ["--platform \($0.name)"] } ?? []
  }

  /// Empty if no constraint needs it or every state has it.
  private func flags(for fact: DeviceFact) -> [String] {
    guard fact.canBeAbsent, isRequired(fact) else { return [] }
    let value =
      fact.domain == .date
      ? "today" : example(of: fact.domain, besides: state.value(of: fact) ?? .unknown)
    return ["--\(fact.name.split(separator: " ").joined(separator: "-")) \(value)"]
  }

  private var toggles: [String] {
    contents.toggles.prefix(1).map { feature in
      let isOn = state.value(of: .toggle(feature)).flag == .yes
      return "--toggle \(manifest.features[feature].id)=\((!isOn).switchWord)"
    }
  }

  private var runtimeFlags: [String] {
    contents.runtime.prefix(1).map { feature in
      let isOn = state.runtimeFlag(of: feature) == .yes
      return "--\(isOn ? "disable" : "enable") \(manifest.features[feature].id)"
    }
  }

  private var buckets: [String] {
    manifest.buckets.indices.prefix(1).map { bucket in
      "--bucket \(manifest.buckets[bucket])=\(state.bucket(bucket) == .zero ? "50" : "0")"
    }
  }

  private func isRequired(_ fact: DeviceFact) -> Bool {
    var isRequired = false
    manifest.forEachRequirement { constraint in
      switch constraint {
      case .requirement(.device(let requirement)):
        if requirement.fact == fact { isRequired = true }
      case .requirement(.attribute(let requirement)):
        if fact == .date, case .age = requirement.accepted { isRequired = true }
      case .requirement, .feature, .condition, .allOf, .anyOf, .not:
        break
      }
    }
    return isRequired
  }

  private var permissions: [String] {
    contents.permissions.prefix(1).map { permission in
      let isGranted = state.status(of: permission) == .authorized
      return "--\(isGranted ? "deny" : "grant") \(permission.name)"
    }
  }

  private var purchases: [String] {
    var flags: [String] = []
    if let product = manifest.products.indices.first(where: { isStatus($0) }) {
      let isBought = state.status(of: product) == .purchased
      let value = isBought ? "=" + PurchaseStatus.notPurchased.name : ""
      flags.append("--purchase \(argument(manifest.products[product].id))\(value)")
    }
    if let product = manifest.products.indices.first(where: { !isStatus($0) }) {
      flags.append("--credits \(argument(manifest.products[product].id))=5")
    }
    return flags
  }

  private func isStatus(_ product: Int) -> Bool { state.status(of: product) != nil }

  private func flag(forAttribute attribute: Int) -> String {
    let declaration = manifest.attributes[attribute]
    let value = example(of: declaration.domain, besides: state.value(of: attribute))
    return "--attribute \(declaration.id)=\(argument(value))"
  }

  private func example(of domain: AttributeDomain, besides current: AttributeValue) -> String {
    switch domain.type {
    case .boolean, .choice:
      let values = domain.listedValues(onFirst: true)
      let next = values.firstIndex(of: current).map { ($0 + 1) % values.count } ?? 0
      return domain.scalar(of: values[next]).displayText
    case .text: return "TEXT"
    case .integer: return current == .integer(1) ? "0" : "1"
    case .version: return "1.0"
    case .date: return "2026-01-01"
    }
  }

  private func argument(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ":"):
        true
      default: false
      }
    }
    return isPlain && !text.isEmpty ? text : "…"
  }
}

struct SummaryLines {
  let head: ReportContext

  init(_ head: ReportContext) {
    self.head = head
  }

  var lines: [Line] {
    if head.baseline != nil, head.counts.total == 0 {
      return [Line().adding("No differences", .strong)]
    }
    var line = Line(hanging: 2)
    for (index, status) in FeatureStatus.allCases.enumerated() {
      if index > 0 { line.add("   ") }
      line.add(
        "\(status.symbol) \(head.counts[status]) \(status.name)", status.role, isBreakable: false)
    }
    // The counts are those of the listed features, which can be fewer than all.
    let count = head.sentences.manifest.features.count
    if head.counts.total < count {
      line.add("   (\(head.counts.total) of \(counted(count, "feature")))", .quiet)
    }
    return [.blank, line]
  }
}

extension Sentences {
  /// `Offer “Pro”; then: send the user to Settings to allow the camera permission`
  func stepsDisplayText(of evaluation: FeatureEvaluation) -> String? {
    let messages = steps(of: evaluation).map { $0.message(in: state) }
    guard let next = messages.first else { return nil }
    let later = messages.dropFirst().map(\.lowercasedFirst)
    return later.isEmpty ? next : next + "; then: " + later.joined(separator: "; ")
  }
}
