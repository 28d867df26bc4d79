import FlintText
import TestSupport

/// A device in Firebase's terms. Absent facts are unknown.
struct RandomDevice {
  /// The app version; nil for the latest, which is greater than or equal to every version.
  var appVersion: [Int]?
  var date: Int?
  /// All other facts by name: `app.id`, `user.tier`, `user.tier.number`, a rule, `turbo: rollout`.
  var texts: [String: String] = [:]
  var numbers: [String: Int] = [:]
  var versions: [String: [Int]] = [:]
  var dates: [String: Int] = [:]
  var truths: [String: Bool] = [:]
  /// The positions in ten-thousandths, by bucket.
  var positions: [String: Int] = [:]

  init(of facts: RandomTemplateFacts, _ random: inout SeededGenerator) {
    appVersion = random.oneIn(6) ? nil : Self.version(&random)
    if !random.oneIn(3) { date = Self.date(near: facts.moments, &random) }
    func known(_ names: Set<String>) -> [String] { names.sorted().filter { _ in !random.oneIn(4) } }
    for name in known(facts.texts) { texts[name] = Self.text(near: facts.targets, &random) }
    for name in known(facts.numbers) { numbers[name] = random.int(-3...8) }
    for name in known(facts.versions) { versions[name] = Self.version(&random) }
    for name in known(facts.dates) { dates[name] = Self.date(near: facts.moments, &random) }
    for name in known(facts.truths) { truths[name] = random.oneIn(2) }
    for name in known(facts.buckets) {
      positions[name] = Self.position(near: facts.limits, &random)
    }
  }

  private static func version(_ random: inout SeededGenerator) -> [Int] {
    (0...random.int(0...2)).map { _ in random.int(0...3) }
  }

  private static func date(near moments: [Int], _ random: inout SeededGenerator) -> Int {
    guard !moments.isEmpty else { return random.int(0...2_000_000_000) }
    return max(0, random.pick(moments) + random.pick([-86400, -1, 0, 1, 2, 7200]))
  }

  private static func text(near targets: [String], _ random: inout SeededGenerator) -> String {
    let target = targets.isEmpty ? "x" : random.pick(targets)
    let text = random.pick([target, target, target + "x", "x" + target, "x"])
    return text.isEmpty ? "y" : text
  }

  private static func position(near limits: [Int], _ random: inout SeededGenerator) -> Int {
    let limit = limits.isEmpty ? 500_000 : random.pick(limits)
    return min(max(limit + random.pick([-1, 0, 1, -50_000, 50_000]), 0), 999_999)
  }
}

/// The facts that the rules of a template refer to, and the values at which their results change.
struct RandomTemplateFacts {
  var texts: Set<String> = []
  var numbers: Set<String> = []
  var versions: Set<String> = []
  var dates: Set<String> = []
  var truths: Set<String> = []
  var buckets: Set<String> = []
  var targets: [String] = []
  var moments: [Int] = []
  var limits: [Int] = []
}
