import FlintModel
import FlintLogic

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
