import FlintModel

/// An app and its devices, from a seed.
struct PopulationData {
  private let seed: UInt64

  private let isWhole: Bool
  private var random: BenchmarkGenerator

  let products = (0..<12).map { "com.example.app.product\($0)" }
  let attributes = ["staff", "cohort", "build", "hasLidar", "execution"]
  let permissions = SystemPermission.allCases.map(\.name)

  init(seed: UInt64, wholeLanguage isWhole: Bool = false) {
    self.seed = seed
    self.isWhole = isWhole
    random = BenchmarkGenerator(seed: seed)
  }

  // MARK: The manifest

  /// A larger one begins with the features of a smaller one.
  func manifest(features count: Int, changing isChanged: (Int) -> Bool = { _ in false }) -> String {
    var text =
      "{\"manifestVersion\":1,\"app\":{\"name\":\"Bench\",\"version\":\"5.2\"},\"products\":["
    text += products.enumerated().map { index, id in
      let type = index % 4 == 3 ? "consumable" : "autoRenewingSubscription"
      return "{\"id\":\"\(id)\",\"type\":\"\(type)\"}"
    }.joined(separator: ",")
    text += "],\"attributes\":["
    text += """
      {"id":"staff","type":"boolean","default":false},\
      {"id":"cohort","type":"choice","values":["control","blue","green"],"owner":"developer"},\
      {"id":"build","type":"choice","values":["debug","beta","release"],"default":"release"},\
      {"id":"hasLidar","type":"boolean","owner":"environment"},\
      {"id":"execution","type":"choice","values":["foreground","background"],"owner":"environment"}
      """
    if isWhole { text += WholeLanguage.attributes }
    text += "],\"features\":["
    var index = 0
    while index < count {
      if index > 0 { text += "," }
      let children = min(9, count - index - 1)
      text += feature(index, children: (index + 1)..<(index + 1 + children), isChanged)
      index += 1 + children
    }
    return text + "]}"
  }

  private func feature(
    _ index: Int, children: Range<Int>, _ isChanged: (Int) -> Bool
  ) -> String {
    let version: UInt64 = isChanged(index) ? 1 : 0
    var random = BenchmarkGenerator(seed: seed ^ UInt64(index) << 8 ^ version)
    var text = "{\"id\":\"feature-\(index)\",\"name\":\"Feature number \(index)\","
    text +=
      "\"description\":\"What feature number \(index) does for the people who use it every day\","
    text += "\"constraints\":\(constraints(of: index, &random))"
    if !children.isEmpty {
      text += ",\"features\":["
      text += children.map { feature($0, children: 0..<0, isChanged) }.joined(separator: ",")
      text += "]"
    }
    return text + "}"
  }

  private func constraints(of feature: Int, _ random: inout BenchmarkGenerator) -> String {
    var parts = [
      "\"platforms\":{\"iOS\":\"\(random.int(12...17)).\(random.int(0...6))\",\"macOS\":\(random.int(11...14)),"
        + "\"watchOS\":\(random.oneIn(3) ? "\"unsupported\"" : "8")}"
    ]
    if random.oneIn(3) {
      parts.append("\"appVersion\":{\"atLeast\":\"\(random.int(3...5)).\(random.int(0...9))\"}")
    }
    if random.oneIn(4) { parts.append("\"runtimeEnabled\":true") }
    if random.oneIn(4) { parts.append("\"userToggled\":{\"defaultValue\":\(random.oneIn(2))}") }
    if random.oneIn(2) {
      let first = random.int(0...19)
      parts.append("\"permissions\":[\"\(permissions[first])\",\"\(permissions[first + 1])\"]")
    }
    if random.oneIn(2) {
      let product = products[4 * random.int(0...2)]
      let other = products[4 * random.int(0...2) + 1]
      parts.append("\"purchases\":[{\"anyOf\":[\"\(product)\",\"\(other)\"]}]")
    }
    if random.oneIn(5) { parts.append("\"attributes\":{\"cohort\":[\"blue\",\"green\"]}") }
    if random.oneIn(5) {
      parts.append(
        "\"conditional\":[{\"when\":{\"attributes\":{\"build\":\"release\"}},"
          + "\"constraints\":{\"attributes\":{\"staff\":true}}}]")
    }
    if isWhole {
      parts += WholeLanguage.constraints(of: feature, permissions: permissions, &random)
    }
    return "{" + parts.joined(separator: ",") + "}"
  }

  // MARK: States

  /// One line of about 450 bytes.
  mutating func state(_ number: Int, features: Int, into text: inout [UInt8]) {
    var members: [String] = []
    members.append("\"id\":\"device-\(String(random.next(), radix: 36))\"")
    let platform = random.pick(["iOS", "iOS", "iOS", "iOS", "macOS", "tvOS", "watchOS", "visionOS"])
    members.append("\"platform\":\"\(platform)\"")
    members.append(
      "\"osVersion\":\"\(random.int(9...18)).\(random.int(0...7))\(random.oneIn(3) ? ".\(random.int(1...9))" : "")\""
    )
    if random.oneIn(2) {
      members.append("\"appVersion\":\"\(random.int(2...6)).\(random.int(0...19))\"")
    }
    let statuses = ["authorized", "authorized", "denied", "notDetermined", "restricted"]
    members.append(
      object("permissions", random.few(4...8, of: permissions)) { random, _ in
        "\"\(random.pick(statuses))\""
      })
    members.append(
      object("purchases", random.few(1...4, of: Array(products.indices))) { random, index in
        index % 4 == 3
          ? "\(random.int(0...250))"
          : "\"\(random.pick(["purchased", "notPurchased", "unknown"]))\""
      } key: { [products] in
        products[$0]
      })
    if random.oneIn(2) {
      let toggled = (0..<random.int(1...3)).map { _ in random.int(0...features - 1) }
      members.append(
        object("toggles", Array(Set(toggled)).sorted()) { random, _ in
          "\(random.oneIn(2))"
        } key: {
          "feature-\($0)"
        })
    }
    if random.oneIn(3) {
      members.append(
        object("runtime", [random.int(0...features - 1)]) { random, _ in
          random.pick(["true", "false"])
        } key: {
          "feature-\($0)"
        })
    }
    var given = random.few(1...3, of: attributes).map { attribute in
      let value =
        switch attribute {
        // Do not use null for an attribute with a default: the SQL query cannot distinguish null from an absent value.
        case "staff": random.pick(["true", "false"])
        case "hasLidar": random.pick(["true", "false", "null"])
        case "cohort": "\"\(random.pick(["control", "blue", "green"]))\""
        case "build": "\"\(random.pick(["debug", "beta", "release"]))\""
        default: "\"\(random.pick(["foreground", "background"]))\""
        }
      return "\"\(attribute)\":\(value)"
    }
    if isWhole {
      given += WholeLanguage.attributes(&random)
      members.append("\"date\":\"\(WholeLanguage.date(2026...2026, &random))\"")
    }
    members.append("\"attributes\":{\(given.joined(separator: ","))}")
    members.shuffle(using: &random)
    text += "{".utf8
    text += members.joined(separator: ",").utf8
    text += "}\n".utf8
  }

  private mutating func object<Key>(
    _ name: String, _ keys: [Key], _ value: (inout BenchmarkGenerator, Key) -> String,
    key: (Key) -> String = { "\($0)" }
  ) -> String {
    let members = keys.map { "\"\(key($0))\":\(value(&random, $0))" }
    return "\"\(name)\":{\(members.joined(separator: ","))}"
  }
}

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
