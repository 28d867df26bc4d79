extension ReportContext {
  func stateLines(isDetailed: Bool) -> [Line] {
    let state = sentences.state
    var lines: [Line] = [
      "\(state.manifest.app.name ?? manifestPath, .strong) on \(state.deviceDisplayText, .strong), \(state.appDisplayText)",
      "\("State: ", .quiet)\(origin)",
    ]
    if !flags.isEmpty { lines[1].add(", with \(flags.joined(separator: " "))") }
    if let baseline {
      let state = baseline.sentences.state
      let device = "\(state.deviceDisplayText), \(state.appDisplayText)"
      lines.append(
        "\("Compared with: ", .quiet)\(baseline.origin) on \(device)")
    }
    if isDetailed {
      let details = StateDetails(state: state, contents: StateContents(state))
      lines += details.rows + [details.advice]
    }
    return lines + [.blank]
  }

  var summaryLines: [Line] {
    if baseline != nil, counts.total == 0 { return ["\("No differences", .strong)"] }
    var line = FeatureStatus.allCases.map { status -> Line in
      let text = "\(status.symbol) \(counts[status]) \(status.name)"
      return "\(text, status.role, isBreakable: false)"
    }.joined(by: "   ")
    // The counts are those of the listed features, which can be fewer than all.
    let count = sentences.manifest.features.count
    if counts.total < count {
      line.add("   (\(counts.total) of \(counted(count, "feature")))", .quiet)
    }
    return [.blank, line]
  }
}

/// The values of a state, and options that change it.
private struct StateDetails {
  let state: ResolvedState
  let contents: StateContents
  var manifest: Manifest { state.manifest }

  static let omitted: Set<StateSection> = [.platform, .osVersion, .appVersion, .defaults]

  var rows: [Line] {
    StateSection.allCases.filter { !Self.omitted.contains($0) }.compactMap { row($0) }
  }

  func row(_ section: StateSection) -> Line? {
    let groups = grouped(contents.facts(of: section).compactMap { value(of: $0, in: section) })
    if groups.isEmpty { return nil }
    var line = Line(indentation: 2, hanging: 15, "\(section.name, .quiet)")
    line.pad(to: 15)
    line += groups.map { word, names -> Line in
      word.isEmpty ? "\(names.list())" : "\(names.list())\(": \(word)", .quiet)"
    }.joined(by: "\(" · ", .quiet)")
    return line
  }

  func value(of fact: Fact, in section: StateSection) -> (word: String, name: String)? {
    switch section.form {
    case .value: state.value(of: fact) == .notGiven ? nil : ("", state.displayText(of: fact))
    case .list: ("", name(of: fact))
    case .members: (state.displayText(of: fact), name(of: fact))
    }
  }

  func name(of fact: Fact) -> String {
    guard case .product(let product) = fact else {
      return fact.subject.map { manifest.id(of: $0.kind, at: $0.index) } ?? ""
    }
    // As in constraint ids, unusual product ids are quoted, so that their extent is visible.
    return PurchaseExpression.product(product).text(in: manifest)
  }

  // MARK: Advice

  var advice: Line {
    var line: Line = "\("Change the state with ", .quiet)"
    let flags = flags
    line += (flags.dropLast().map { "\($0)," } + flags.suffix(1)).map { flag -> Line in
      "\(flag, .quiet, isBreakable: false)"
    }.joined(by: "\(" ", .quiet)")
    return line
  }

  /// Examples of options that change the state. The first replaces it; each other one gives one
  /// fact another value, if possible.
  var flags: [String] {
    ["--state NAME|FILE"]
      + StateSection.allCases.flatMap { section in
        if section == .purchases { return purchases }
        let facts =
          section == .buckets
          ? decisiveBuckets.map { .bucket($0) } : contents.facts(of: section)
        return section == .osVersion ? [] : facts.prefix(1).compactMap { flag(for: $0) }
      }
  }

  func flag(for fact: Fact) -> String? {
    let id = fact.subject.map { manifest.id(of: $0.kind, at: $0.index) } ?? ""
    let value = state.value(of: fact)
    switch fact {
    case .system: return otherPlatform.map { "--platform \($0.name)" }
    case .device(let fact):
      guard fact.canBeAbsent, isRequired(fact) else { return nil }
      let other =
        fact.domain == .date
        ? "today" : example(of: fact.domain, besides: value.typed ?? .unknown)
      return "--\(fact.option) \(other)"
    case .permission: return "--\(value.permission == .authorized ? "deny" : "grant") \(id)"
    case .toggle: return "--toggle \(id)=\((value.flag != .yes).switchWord)"
    case .runtime: return "--\(value.flag == .yes ? "disable" : "enable") \(id)"
    case .attribute(let attribute):
      let other = example(
        of: manifest.attributes[attribute].domain, besides: value.typed ?? .unknown)
      return "--attribute \(id)=\(argument(other))"
    case .bucket: return "--bucket \(id)=\(value.bucket == .zero ? "50" : "0")"
    case .product, .unlocked, .age, .permissionDefault, .purchaseDefault: return nil
    }
  }

  /// The buckets of rollouts, except rollouts to 0 % or 100 %.
  var decisiveBuckets: [Int] {
    var buckets: Set<Int> = []
    manifest.forEachRequirement { constraint in
      if case .rollout(let rollout) = constraint,
        rollout.percent != .zero, rollout.percent != .hundred
      {
        buckets.insert(rollout.bucket)
      }
    }
    return buckets.sorted()
  }

  var otherPlatform: Platform? {
    let usual = state.platform == .macOS ? Platform.iOS : .macOS
    let others = manifest.app.platforms?.map(\.platform).filter { $0 != state.platform } ?? [usual]
    return others.contains(usual) ? usual : others.first
  }

  func isRequired(_ fact: DeviceFact) -> Bool {
    var isRequired = false
    manifest.forEachRequirement { constraint in
      switch constraint {
      case .device(let requirement) where requirement.fact == fact:
        isRequired = true
      case .attribute(let requirement) where fact == .date:
        if case .age = requirement.accepted { isRequired = true }
      default: break
      }
    }
    return isRequired
  }

  var purchases: [String] {
    var flags: [String] = []
    if let product = manifest.products.indices.first(where: { isStatus($0) }) {
      let value =
        state.status(of: product) == .purchased ? "=\(PurchaseStatus.notPurchased.name)" : ""
      flags.append("--purchase \(argument(manifest.products[product].id))\(value)")
    }
    if let product = manifest.products.indices.first(where: { !isStatus($0) }) {
      flags.append("--credits \(argument(manifest.products[product].id))=5")
    }
    return flags
  }

  func isStatus(_ product: Int) -> Bool { state.status(of: product) != nil }

  func example(of domain: AttributeDomain, besides current: AttributeValue) -> String {
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

  func argument(_ text: String) -> String {
    ShellWord.isPlain(text) && !text.contains { "=+@%".contains($0) } ? text : "…"
  }
}

/// Collects the names of each word. Words are in the order of their first occurrence.
func grouped<Word: Equatable>(
  _ pairs: [(word: Word, name: String)]
) -> [(word: Word, names: [String])] {
  var groups: [(word: Word, names: [String])] = []
  for (word, name) in pairs {
    if let index = groups.firstIndex(where: { $0.word == word }) {
      groups[index].names.append(name)
    } else {
      groups.append((word, [name]))
    }
  }
  return groups
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

extension StateOrigin: CustomStringConvertible {
  var description: String {
    switch self {
    case .named(let name): "'\(name)' (from the manifest)"
    case .defaultNamed(let name): "'\(name)' (the manifest's default)"
    case .file(let path): path
    case .json(let option): "given with --\(option)"
    case .freshInstall: "a fresh install"
    }
  }
}

extension Sentences {
  /// `Offer “Pro”; then: send the user to Settings to allow the camera permission`
  func stepsDisplayText(of evaluation: FeatureEvaluation) -> String? {
    let messages = evaluator.steps(of: evaluation).map { $0.message(in: state) }
    guard let next = messages.first else { return nil }
    let later = messages.dropFirst().map(\.lowercasedFirst)
    return later.isEmpty ? next : "\(next); then: \(later.joined(separator: "; "))"
  }
}
