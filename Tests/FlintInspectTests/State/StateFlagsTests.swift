import FlintModel
import Testing

@testable import FlintInspect

@Suite("State flags") struct StateFlagsTests {
  static let manifest = Manifest(
    products: [
      ProductDeclaration(id: "SUB", type: .autoRenewingSubscription),
      ProductDeclaration(id: "GEM", type: .consumable),
      ProductDeclaration(id: "A=B", type: .nonConsumable),
      ProductDeclaration(id: "x=purchased", type: .nonConsumable),
      ProductDeclaration(id: "one, two", type: .nonConsumable),
    ],
    attributes: [
      AttributeDeclaration(id: "staff", domain: .boolean),
      AttributeDeclaration(id: "build", domain: .choice(["debug", "a=b", "null"])),
      AttributeDeclaration(id: "cohort", domain: .choice(["one", "two"])),
    ],
    buckets: ["rollout"],
    features: [FeatureDeclaration(id: "speed"), FeatureDeclaration(id: "notes")])

  /// Applies the words after a command with the state options.
  static func apply(_ words: [String], to state: DeviceState = DeviceState()) throws -> StateFlags {
    let request = try Parser.parse(
      ["inspect", "m"] + words, commands: [ParserTests.command])
    guard case .run(let invocation) = request else { throw Problems([]) }
    var flags = StateFlags(manifest, startingFrom: state)
    flags.apply(invocation.stateFlags)
    return flags
  }

  static func state(_ line: String, from state: DeviceState = DeviceState()) throws -> DeviceState {
    let flags = try apply(line.split(separator: " ").map(String.init), to: state)
    #expect(flags.problems == [])
    return flags.state
  }

  @Test("A platform has its latest version unless one is given, and later flags take precedence")
  func platform() throws {
    let states: [(line: String, state: DeviceState)] = [
      (
        "--platform tvOS --os-version 17.2",
        DeviceState(platform: .tvOS, osVersion: .version("17.2"))
      ),
      (
        "--os-version 17.2 --platform tvOS",
        DeviceState(platform: .tvOS, osVersion: .version("17.2"))
      ),
      ("--platform tvOS", DeviceState(platform: .tvOS, osVersion: .latest)),
      ("--platform tvOS --platform macOS", DeviceState(platform: .macOS)),
      ("--app-version 2.1", DeviceState(appVersion: .version("2.1"))),
      ("--app-version latest", DeviceState(appVersion: .latest)),
    ]
    try Self.check(states)
  }

  /// Checks the state that each line sets. Everything that a line does not mention is as in a fresh install.
  private static func check(_ states: [(line: String, state: DeviceState)]) throws {
    for (line, expected) in states { #expect(try state(line) == expected, "\(line)") }
  }

  @Test("Permissions accept statuses and have shorthands for three of them")
  func permissions() throws {
    let line = "--grant camera,photos --deny contacts --restrict health --deny photos"
    let more = " --permission camera=notDetermined,location.always=unsupported"
    let first: SystemPermissionStatuses = [
      .camera: .authorized, .photos: .denied, .contacts: .denied, .health: .restricted,
    ]
    var second = first
    second[.camera] = .notDetermined
    second[.locationAlways] = .unsupported
    try Self.check([
      (line, DeviceState(permissions: first)), (line + more, DeviceState(permissions: second)),
      (
        "--deny location.whenInUse --grant location.always",
        DeviceState(permissions: [.locationWhenInUse: .authorized, .locationAlways: .authorized])
      ),
      (
        "--permission location.always=authorized,calendarEvents=writeOnly,notifications=ephemeral",
        DeviceState(permissions: [
          .locationAlways: .authorized, .calendarEvents: .writeOnly, .notifications: .ephemeral,
        ])
      ),
    ])
  }

  @Test("Ids, values and state names are compared by their scalars", arguments: [0, 1])
  func spellings(index: Int) throws {
    let spellings = ["\u{E9}", "e\u{301}"]
    let manifest = Manifest(
      products: spellings.map { ProductDeclaration(id: $0, type: .nonConsumable) },
      attributes: [AttributeDeclaration(id: "a", domain: .choice(spellings))],
      states: spellings.enumerated().map { index, name in
        Manifest.NamedState(name: name, state: DeviceState(unlocked: [index]))
      })
    let words = ["--purchase", spellings[index], "--attribute", "a=\(spellings[index])"]
    guard
      case .run(let line) = try Parser.parse(
        ["inspect", "m"] + words, commands: [ParserTests.command])
    else { return }
    var flags = StateFlags(manifest, startingFrom: DeviceState())
    flags.apply(line.stateFlags)
    var expected = DeviceState()
    expected.purchases = [index: .status(.purchased)]
    expected.attributes = [0: .choice(index)]
    #expect(flags.state == expected)
    #expect(manifest.state(named: spellings[index])?.unlocked == [index])
  }

  @Test(
    "Ids that are equal only after normalization are distinct",
    arguments: [
      "--enable", "--disable", "--unlock", "--toggle=on", "--runtime=on", "--attribute=true",
      "--purchase",
    ])
  func kelvinSignInIDs(option: String) throws {
    let manifest = Manifest(
      products: [ProductDeclaration(id: "K", type: .nonConsumable)],
      attributes: [AttributeDeclaration(id: "K", domain: .boolean)],
      features: [FeatureDeclaration(id: "K")])
    let parts = option.split(separator: "=").map(String.init)
    for (id, count) in [("K", 0), ("\u{212A}", 1)] {
      let value = ([id] + parts.dropFirst()).joined(separator: "=")
      guard
        case .run(let line) = try Parser.parse(
          ["inspect", "m", parts[0], value], commands: [ParserTests.command])
      else { return }
      var flags = StateFlags(manifest, startingFrom: DeviceState())
      flags.apply(line.stateFlags)
      #expect(flags.problems.count == count, "\(option) \(value)")
    }
  }

  @Test("Values of --vary that are equal only after normalization are distinct")
  func kelvinSignVaried() throws {
    let manifest = Manifest(
      attributes: [AttributeDeclaration(id: "K", domain: .boolean)],
      features: [FeatureDeclaration(id: "K")])
    for kind in ["toggle", "runtime", "attribute"] {
      #expect(throws: Never.self) { try manifest.variedFact("\(kind):K", option: "vary") }
      #expect(throws: Problem.self) {
        try manifest.variedFact("\(kind):\u{212A}", option: "vary")
      }
    }
  }

  @Test("A look-alike letter is not part of a name")
  func kelvinSign() throws {
    let counts = try ["siri\u{212A}it", "siriKit"].map {
      try Self.apply(["--grant", $0]).problems.count
    }
    #expect(counts == [1, 0])
  }

  @Test("Purchases accept ids that contain the flag's own separators")
  func purchases() throws {
    try Self.check([
      ("--purchase SUB", DeviceState(purchases: [0: .status(.purchased)])),
      ("--purchase SUB=unknown", DeviceState(purchases: [0: .status(.unknown)])),
      ("--purchase A=B", DeviceState(purchases: [2: .status(.purchased)])),
      ("--purchase A=B=notPurchased", DeviceState(purchases: [2: .status(.notPurchased)])),
      ("--purchase x=purchased", DeviceState(purchases: [3: .status(.purchased)])),
      ("--credits GEM=5", DeviceState(purchases: [1: .credits(5)])),
    ])
    let listed = try Self.apply(["--purchase", #"one\, two=unknown,SUB"#])
    #expect(listed.state.purchases == [4: .status(.unknown), 0: .status(.purchased)])
  }

  @Test("Features can be unlocked, and toggles and runtime flags can be set")
  func features() throws {
    try Self.check([
      ("--unlock notes --unlock speed,notes", DeviceState(unlocked: [1, 0])),
      ("--toggle speed=on,notes=off", DeviceState(toggles: [0: true, 1: false])),
      ("--toggle speed=on --toggle speed=unset", DeviceState()),
      ("--enable speed --disable notes", DeviceState(runtime: [0: .yes, 1: .no])),
      ("--runtime speed=unknown,notes=off", DeviceState(runtime: [0: .unknown, 1: .no])),
      ("--enable speed --runtime speed=unset", DeviceState()),
    ])
  }

  @Test("Attributes are split where the right side is a valid value")
  func attributes() throws {
    try Self.check([
      ("--attribute staff=true", DeviceState(attributes: [0: .boolean(true)])),
      ("--attribute staff=", DeviceState(attributes: [0: .unknown])),
      ("--attribute build=a=b", DeviceState(attributes: [1: .choice(1)])),
      (
        "--attribute build=null,cohort=", DeviceState(attributes: [1: .choice(2), 2: .unknown])
      ),
    ])
  }

  @Test("Options are printed in a form that can be typed, without a value if they take none")
  func typed() throws {
    let option = StateOption("deny-all", nil, .none, takesList: false, help: "Deny.") { _, _ in }
    let purchase = StateOption.all.first { $0.name == "purchase" }
    let lines: [String?] = [
      option.typed(""), purchase?.typed("one, two"), StateOption.with.typed("{\"a\": 1, \"b\": 2}"),
    ]
    #expect(
      lines == ["--deny-all", #"--purchase 'one\, two'"#, #"--with '{"a": 1, "b": 2}'"#])
  }

  @Test("Flags are applied to a base state")
  func over() throws {
    let start = DeviceState(
      platform: .macOS, osVersion: .version("14"), permissions: [.camera: .denied])
    var expected = start
    expected.permissions = [.camera: .denied, .photos: .authorized]
    #expect(try Self.state("--grant photos", from: start) == expected)
  }

  @Test(
    "All invalid flags are reported",
    arguments: [
      ("--grant cmaera", "unknown permission 'cmaera' in '--grant'", "did you mean 'camera'?"),
      (
        "--permission camera=granted",
        "invalid value 'granted' for 'camera' in '--permission'",
        "did you mean 'authorized'?"
      ),
      (
        "--permission camera=authorised",
        "invalid value 'authorised' for 'camera' in '--permission'",
        "did you mean 'authorized'?"
      ),
      (
        "--permission calendarEvents=some",
        "invalid value 'some' for 'calendarEvents' in '--permission'",
        "one of notDetermined, authorized, denied, restricted, unsupported, writeOnly"
      ),
      (
        "--permission camera", "'camera' has no value in '--permission'",
        "write --permission camera=notDetermined"
      ),
      ("--purchase SUP", "unknown product 'SUP' in '--purchase'", "did you mean 'SUB'?"),
      (
        "--purchase SUB=bought", "invalid value 'bought' for 'SUB' in '--purchase'",
        "did you mean 'purchased'?"
      ),
      (
        "--purchase GEM", "consumable 'GEM' has credits, not a purchase status",
        "write --credits GEM=1"
      ),
      ("--credits SUB=1", "'SUB' has no credits: it is not a consumable", "write --purchase SUB"),
      (
        "--credits GEM=-1", "'-1' is not a number of credits for 'GEM'",
        "write a whole number, 0 or greater"
      ),
      (
        "--credits GEM=99999999999999999999",
        "'99999999999999999999' is not a number of credits for 'GEM'",
        "write a whole number, 0 or greater"
      ),
      ("--credits GEM", "'GEM' has no value in '--credits'", "write --credits GEM=3"),
      ("--unlock sped", "unknown feature 'sped' in '--unlock'", "did you mean 'speed'?"),
      ("--enable nope", "unknown feature 'nope' in '--enable'", "one of speed, notes"),
      (
        "--toggle speed=yes", "invalid value 'yes' for 'speed' in '--toggle'", "did you mean 'on'?"
      ),
      (
        "--toggle speed=2", "invalid value '2' for 'speed' in '--toggle'", "one of on, off, unset"
      ),
      (
        "--attribute stafff=true", "unknown attribute 'stafff' in '--attribute'",
        "did you mean 'staff'?"
      ),
      (
        "--attribute staff=yes", "invalid value 'yes' for 'staff' in '--attribute'",
        "did you mean 'on'?"
      ),
      (
        "--attribute staff=2", "invalid value '2' for 'staff' in '--attribute'",
        "one of on, off, true, false, or staff= for unknown"
      ),
      (
        "--attribute cohort=onw", "invalid value 'onw' for 'cohort' in '--attribute'",
        "did you mean 'one'?"
      ),
      (
        "--attribute staff", "'staff' has no value in '--attribute'",
        "write --attribute staff=on"
      ),
      (
        "--os-version 17.x", "'17.x' is not a version in '--os-version'",
        "write one to three numbers, such as 17.2, or latest"
      ),
      (
        "--app-version 24.01.10", "'24.01.10' is not a version in '--app-version'",
        "write the numbers without leading zeros"
      ),
      (
        "--os-version 4294967296", "'4294967296' is not a version in '--os-version'",
        "the numbers of a version must not exceed 2147483647"
      ),
      ("--date 2026-02-29", "'2026-02-29' is not a date in '--date'", "2026-02 has 28 days"),
      (
        "--date 2026-12-24T18:00+02:00", "'2026-12-24T18:00+02:00' is not a date in '--date'",
        "convert the date to UTC and end it with 'Z'"
      ),
      (
        "--date 2026-12-24T18:00:00.000Z",
        "'2026-12-24T18:00:00.000Z' is not a date in '--date'",
        "seconds have no fraction: write \"2026-12-24T18:00:00Z\""
      ),
      (
        "--date 2026-12-24T24:00Z", "'2026-12-24T24:00Z' is not a date in '--date'",
        "write the end of a day as the start of the next day"
      ),
      (
        "--date tomorrow", "'tomorrow' is not a date in '--date'",
        "write a date such as 2026-12-24 or 2026-12-24T18:00Z, in UTC"
      ),
      (
        "--purchase SUB=until:2026-13-01", "'2026-13-01' is not a date in '--purchase'",
        "the month is a number from 01 to 12"
      ),
    ] as [(String, String, String?)])
  func problems(line: String, message: String, hint: String?) throws {
    let words = line.split(separator: " ").map(String.init)
    let flags = try Self.apply(words + ["--grant", "x\u{1B}"])
    let unknown: [String?] = [
      "unknown permission 'x\\u001B' in '--grant'",
      "one of \(SystemPermission.allCases.map(\.name).shortList)",
    ]
    #expect(flags.problems.map { [$0.message, $0.hint] } == [[message, hint], unknown])
  }
}
