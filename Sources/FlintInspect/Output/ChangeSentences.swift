/// A plan as instructions.
extension ResolvedState {
  /// `Buy “Premium”, then allow the camera permission when asked`
  func sentence(for changes: [Change]) -> String { Self.sentence(of: steps(for: changes)) }

  static func sentence(of steps: [String]) -> String {
    steps.joined(separator: ", then ").capitalizedFirst
  }

  func steps(for changes: [Change]) -> [String] {
    var steps: [String] = []
    var rest = changes[...]
    while let change = rest.first {
      let way = change.step(in: self)
      // The permissions that are authorized in the same way are one instruction.
      var names: [String] = []
      while let next = rest.first, case .permission(let permission) = next.fact,
        let status = next.value.permission, next.step(in: self) == way
      {
        names.append(permission.displayName(authorized: status))
        rest.removeFirst()
      }
      if names.isEmpty {
        steps.append(step(for: rest.removeFirst()))
        continue
      }
      let permissions = "the \(listed(names)) \(plural("permission", names.count))"
      steps.append(
        way == .explainRestricted
          ? "lift the restriction on \(permissions)"
          : "allow \(permissions) \(way == .openSettings ? "in Settings" : "when asked")")
    }
    return steps
  }

  private func step(for change: Change) -> String {
    func name(_ feature: Int) -> String { "“\(manifest.features[feature].name)”" }
    switch (change.fact, change.value) {
    case (_, .system(let platform, .latest)): return "use the app on \(platform.name)"
    case (_, .system(let platform, let version)): return "update \(platform.name) to \(version)"
    case (.device(.appVersion), .typed(.version(let version))):
      return "update the app to \(version)"
    case (.device(.date), .typed(.date(let date))): return "wait until \(date)"
    case (.runtime(let feature), let value):
      return "turn \(value == .flag(.yes) ? "on" : "off") the runtime flag of \(name(feature))"
    case (.toggle(let feature), let value):
      return "turn \(value == .flag(.yes) ? "on" : "off") \(name(feature))"
    case (.unlocked(let feature), _): return "spend credits to unlock \(name(feature))"
    case (.bucket(let bucket), .bucket(.zero)):
      // The lowest limit satisfies each rollout of the bucket.
      var limit = Percent.hundred
      manifest.forEachRequirement { constraint in
        if case .rollout(let rollout) = constraint, rollout.bucket == bucket,
          rollout.percent != .zero
        {
          limit = min(limit, rollout.percent)
        }
      }
      return "include the user in rollout “\(manifest.buckets[bucket])” (below \(limit) %)"
    case (.bucket(let bucket), .bucket(let percent)):
      return "set the user's position in rollout “\(manifest.buckets[bucket])” to \(percent) %"
    case (let fact, .typed(let value)): return step(setting: fact, to: value)
    case (.product(let product), _):
      let name = "“\(manifest.products[product].name)”"
      if change.step(in: self) == .updatePayment { return "update the payment method for \(name)" }
      let replaced = manifest.otherProductsInGroup(of: product).first {
        status(of: $0)?.isActive == true
      }
      return replaced.map { "switch from “\(manifest.products[$0].name)” to \(name)" }
        ?? "buy \(name)"
    case (.permission(let permission), .permission(let status)):
      return "allow the \(permission.displayName(authorized: status)) permission"
    default: preconditionFailure("no plan sets \(change.fact) to \(change.value)")
    }
  }

  /// `set “Role” to “admin”`
  private func step(setting fact: Fact, to value: AttributeValue) -> String {
    let subject = fact.subject.map { "“\(manifest.name(of: $0.kind, at: $0.index))”" }
    let name = if case .device(let device) = fact { device.noun } else { subject ?? "" }
    guard let type = value.type else { return "clear \(name)" }
    let word = manifest.domain(of: fact).displayName(of: value)
    let isAwaited =
      type.structure == .ordered && manifest.owner(of: fact) == .environment && type != .date
    return isAwaited ? "wait until \(name) is \(word)" : "set \(name) to \(word)"
  }
}

/// Plans that differ in one step, merged into one text.
struct PlanAlternatives: Equatable {
  var steps: [String]
  let owners: [Owner]

  /// Merges plans that differ in one step. A merged plan takes the place of its first one.
  static func merged(_ plans: [PlanAlternatives]) -> [PlanAlternatives] {
    var rest = plans
    var merged: [PlanAlternatives] = []
    while !rest.isEmpty {
      var plan = rest.removeFirst()
      for index in plan.steps.indices {
        let others = rest.filter { plan.differs(from: $0, onlyAt: index) }
        let choices = [plan.steps[index]] + others.map { $0.steps[index] }
        guard !others.isEmpty, let choice = choice(choices) else { continue }
        plan.steps[index] = choice
        rest.removeAll(where: others.contains)
        break
      }
      merged.append(plan)
    }
    return merged.count < plans.count ? Self.merged(merged) : plans
  }

  private func differs(from other: PlanAlternatives, onlyAt index: Int) -> Bool {
    guard owners == other.owners, steps.count == other.steps.count else { return false }
    return steps.indices.allSatisfy { (steps[$0] == other.steps[$0]) != ($0 == index) }
  }

  /// `buy “Plus” or “Pro”`; nil if the steps begin with different verbs.
  private static func choice(_ steps: [String]) -> String? {
    let words = steps.map { $0.split(separator: " ", omittingEmptySubsequences: false) }
    let shortest = words.map(\.count).min() ?? 0
    var common =
      (0..<shortest).first { index in words.contains { $0[index] != words[0][index] } }
      ?? shortest - 1
    // Names stay whole.
    while common > 0, words[0][..<common].joined().hasOpenQuote { common -= 1 }
    guard common > 0 else { return nil }
    return words[0][..<common].joined(separator: " ") + " "
      + alternatives(words.map { $0[common...].joined(separator: " ") })
  }
}

extension String {
  fileprivate var hasOpenQuote: Bool { count { $0 == "“" } != count { $0 == "”" } }
}

extension SystemPermission {
  func displayName(authorized status: SystemPermissionStatus) -> String {
    status == .authorized ? displayName : "\(displayName) (\(status.label))"
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
  var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
