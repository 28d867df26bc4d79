import FlintModel

/// Generates a manifest and the states of devices from a seed.
struct PopulationData {
  private let seed: UInt64
  private var random: BenchmarkGenerator

  private static let products = (0..<12).map { "com.example.app.product\($0)" }
  /// Permissions that the compared programs know, too.
  private static let permissions = SystemPermission.allCases.prefix(21).map(\.name)
  private static let countries = ["FR", "DE", "US", "CN", "JP", "BR", "IN"].map { "\"\($0)\"" }

  init(seed: UInt64) {
    self.seed = seed
    random = BenchmarkGenerator(seed: seed)
  }

  // MARK: The manifest

  /// A manifest as JSON. A larger one begins with the features of a smaller one.
  /// - Parameter arePlain: Whether constraints have no dates, texts, integers, alternatives and
  ///   required features.
  func manifest(
    features count: Int, arePlain: Bool = false,
    changing isChanged: (Int) -> Bool = { _ in false }
  ) -> String {
    func feature(_ index: Int, _ children: [String] = []) -> String {
      var random = BenchmarkGenerator(
        seed: seed ^ UInt64(index) << 8 ^ (isChanged(index) ? 1 : 0))
      return """
        {"id":"feature-\(index)","name":"Feature number \(index)",\
        "description":"What feature number \(index) does for the people who use it every day",\
        "constraints":{\(list(constraints(of: index, &random, arePlain)))},\
        "features":[\(list(children))]}
        """
    }
    let families = stride(from: 0, to: count, by: 10).map { first in
      feature(first, (first + 1..<min(first + 10, count)).map { feature($0) })
    }
    let products = Self.products.enumerated().map { index, id in
      #"{"id":"\#(id)","type":"\#(index % 4 == 3 ? "consumable" : "autoRenewingSubscription")"}"#
    }
    return """
      {"manifestVersion":1,"app":{"name":"Bench","version":"5.2"},"products":[\(list(products))],\
      "attributes":[{"id":"staff","type":"boolean","default":false},\
      {"id":"cohort","type":"choice","values":["control","blue","green"],"owner":"developer"},\
      {"id":"build","type":"choice","values":["debug","beta","release"],"default":"release"},\
      {"id":"hasLidar","type":"boolean","owner":"environment"},\
      {"id":"execution","type":"choice","values":["foreground","background"],"owner":"environment"},\
      {"id":"launches","type":"integer","default":0},{"id":"country","type":"text"},\
      {"id":"installed","type":"date"}],"features":[\(list(families))]}
      """
  }

  private func constraints(
    of feature: Int, _ random: inout BenchmarkGenerator, _ isPlain: Bool
  ) -> [String] {
    let (products, permissions, countries) = (Self.products, Self.permissions, Self.countries)
    let watch = random.oneIn(3) ? "\"unsupported\"" : "8"
    var parts = [
      """
      "platforms":{"iOS":"\(random.int(12...17)).\(random.int(0...6))",\
      "macOS":\(random.int(11...14)),"watchOS":\(watch)}
      """
    ]
    func add(oneIn count: Int, _ part: (inout BenchmarkGenerator) -> String) {
      if random.oneIn(count) { parts.append(part(&random)) }
    }
    add(oneIn: 3) { #""appVersion":{"atLeast":"\#($0.int(3...5)).\#($0.int(0...9))"}"# }
    add(oneIn: 4) { _ in #""runtimeEnabled":true"# }
    add(oneIn: 4) { #""userToggled":{"defaultValue":\#($0.oneIn(2))}"# }
    add(oneIn: 2) {
      let first = $0.int(0...19)
      return #""permissions":["\#(permissions[first])","\#(permissions[first + 1])"]"#
    }
    add(oneIn: 2) {
      let (one, other) = (products[4 * $0.int(0...2)], products[4 * $0.int(0...2) + 1])
      return #""purchases":[{"anyOf":["\#(one)","\#(other)"]}]"#
    }
    add(oneIn: 5) { _ in #""attributes":{"cohort":["blue","green"]}"# }
    add(oneIn: 5) { _ in
      """
      "conditional":[{"when":{"attributes":{"build":"release"}},\
      "constraints":{"attributes":{"staff":true}}}]
      """
    }
    if isPlain { return parts }
    add(oneIn: 3) {
      let end = $0.oneIn(2) ? "" : #","below":"2026-1\#($0.int(0...2))-01""#
      return #""date":{"atLeast":"2026-0\#($0.int(1...6))-01"\#(end)}"#
    }
    // Features among the first ten only, so that chains do not grow with the manifest.
    if feature >= 10 { add(oneIn: 5) { #""features":["feature-\#($0.int(0...9))"]"# } }
    add(oneIn: 3) {
      """
      "allOf":[{"attributes":{"country":{"notIn":[\(list($0.few(1...2, of: countries)))]}}},\
      {"attributes":{"installed":{"ago":{"atLeast":"P\([2, 7, 30][$0.int(0...2)])D"}}}}]
      """
    }
    add(oneIn: 2) {
      """
      "anyOf":[{"attributes":{"launches":{"atLeast":\($0.int(2...20))}}},\
      {"attributes":{"country":[\(list($0.few(2...3, of: countries)))]}},\
      {"platforms":{"iOS":\($0.int(15...17)),"macOS":"any"},\
      "permissions":["\($0.pick(permissions))"]},\
      {"attributes":{"installed":{"below":"2025-0\($0.int(1...9))-01"}}}]
      """
    }
    add(oneIn: 5) {
      #""not":{"attributes":{"launches":[0,\#($0.int(1...9))],"country":"CN"}}"#
    }
    return parts
  }

  // MARK: States

  /// A line of the population, of about 450 bytes.
  mutating func state(features: Int) -> String {
    let platform = random.pick(["iOS", "iOS", "iOS", "iOS", "macOS", "tvOS", "watchOS", "visionOS"])
    let patch = random.oneIn(3) ? ".\(random.int(1...9))" : ""
    var members = [
      #""id":"device-\#(String(random.next(), radix: 36))","platform":"\#(platform)""#,
      #""osVersion":"\#(random.int(9...18)).\#(random.int(0...7))\#(patch)""#,
      #""date":"\#(date(2026...2026))""#,
    ]
    if random.oneIn(2) {
      members.append(#""appVersion":"\#(random.int(2...6)).\#(random.int(0...19))""#)
    }
    let permissions = random.few(4...8, of: Self.permissions).map { permission in
      let statuses = ["authorized", "authorized", "denied", "notDetermined", "restricted"]
      return #""\#(permission)":"\#(random.pick(statuses))""#
    }
    let purchases = random.few(1...4, of: Array(Self.products.indices)).map { index in
      let status = #""\#(random.pick(["purchased", "notPurchased", "unknown"]))""#
      return #""\#(Self.products[index])":\#(index % 4 == 3 ? "\(random.int(0...250))" : status)"#
    }
    let toggles = random.few(0...3, of: Array(0..<features)).map { feature in
      #""feature-\#(feature)":\#(random.oneIn(2))"#
    }
    let runtime = random.few(0...1, of: Array(0..<features)).map { feature in
      #""feature-\#(feature)":\#(random.oneIn(2))"#
    }
    members += [
      #""permissions":{\#(list(permissions))}"#, #""purchases":{\#(list(purchases))}"#,
      #""toggles":{\#(list(toggles))}"#, #""runtime":{\#(list(runtime))}"#,
      #""attributes":{\#(list(attributes()))}"#,
    ]
    return "{\(list(members.shuffled(using: &random)))}\n"
  }

  private mutating func attributes() -> [String] {
    // No null for an attribute with a default: the SQL query cannot distinguish null from an absent value.
    let all = [
      #""staff":\#(random.oneIn(2))"#,
      #""hasLidar":\#(random.pick(["true", "false", "null"]))"#,
      #""cohort":"\#(random.pick(["control", "blue", "green"]))""#,
      #""build":"\#(random.pick(["debug", "beta", "release"]))""#,
      #""execution":"\#(random.pick(["foreground", "background"]))""#,
      #""launches":\#(random.int(0...25))"#, #""country":\#(random.pick(Self.countries))"#,
      #""installed":"\#(date(2024...2026))""#,
    ]
    return random.few(2...5, of: all)
  }

  private mutating func date(_ years: ClosedRange<Int>) -> String {
    "\(random.int(years))-\(random.int(10...12))-\(random.int(10...28))"
  }
}

func list(_ parts: [String]) -> String { parts.joined(separator: ",") }

/// SplitMix64.
struct BenchmarkGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
  mutating func oneIn(_ count: Int) -> Bool { int(1...count) == 1 }
  mutating func pick(_ several: [String]) -> String { several[int(0...several.count - 1)] }

  mutating func few<Element>(_ count: ClosedRange<Int>, of several: [Element]) -> [Element] {
    Array(several.shuffled(using: &self).prefix(int(count)))
  }
}
