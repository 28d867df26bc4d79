import FlintLogic
import FlintModel
import RandomModels
import TestSupport
import Testing

/// Compares the result of a test for a value with the one for the representative of the value's class.
@Suite("Domains of facts")
struct FactDomainTests {
  @Test("Every value has the result of its class", arguments: TestDepth.seeds(50, thorough: 5000))
  func classes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let versions = random.versionRange()
    let given: [InstalledVersion] = [.latest, .version(random.version())]
    let app = FactTest.device(.appVersion, .versions(versions))
    let system = FactTest.system(.macOS, versions)
    let systems = Platform.allCases.map { $0 == .macOS ? versions.limits : [] }
    for version in given {
      check(Self.domain(of: .version, app), app, .typed(.version(version)))
      for platform in Platform.allCases {
        check(.systems(systems), system, .system(platform, version))
      }
    }
    let date = FactTest.device(.date, .dates(random.bounds { $0.date() }))
    check(Self.domain(of: .date, date), date, .typed(.date(random.date())))
    let percent = random.percent()
    check(
      .positions([percent]), FactTest(.bucket(0), .bucket(below: percent)),
      .bucket(random.percent()))
    let table = TruthTable<PurchaseStatus> { _ in random.pick(Ternary.allCases) }
    for status in PurchaseStatus.allCases {
      check(
        .statuses([table]) { .purchase($0) }, FactTest(.product(0), .purchase(table)),
        .purchase(status))
    }
  }

  @Test(
    "Every value of an attribute has the result of its class",
    arguments: TestDepth.seeds(50, thorough: 5000))
  func attributes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let accepted: [(AttributeDomain, AttributeRequirement.Accepted)] = [
      (.choice(["a", "b", "c"]), .choices([random.int(0...2)])), (.text, .texts([random.text()])),
      (.text, .otherTexts([random.text(), ExactText("x")])),
      (.integer, .integerRange(random.bounds { $0.integer() })),
      (.version, .versions(random.versionRange())), (.date, .dates(random.bounds { $0.date() })),
    ]
    for (domain, accepted) in accepted {
      let test = FactTest.attribute(
        AttributeRequirement(attribute: 0, accepted: accepted), otherwise: .unknown)
      let classes = Self.domain(of: domain, test)
      for value in [.unknown, random.value(of: domain), random.value(of: domain)] {
        check(classes, test, .typed(value))
      }
      #expect(classes.index(of: .notGiven) == nil)
      #expect(classes.index(of: .typed(.boolean(true))) == nil)
    }
  }

  /// Returns the domain of the fact that a test is about, with the breakpoints of this test.
  private static func domain(of domain: AttributeDomain, _ test: FactTest) -> FactDomain {
    var breakpoints = Breakpoints()
    breakpoints.add(test, isImplied: false)
    let isAttribute = if case .attribute = test.fact { true } else { false }
    return .typed(domain, breakpoints[test.fact], hasUnknown: isAttribute)
  }

  private func check(_ domain: FactDomain, _ test: FactTest, _ value: FactValue) {
    let truth = domain.index(of: value).map { test.truth(of: domain.representatives[$0]) }
    #expect(truth == test.truth(of: value), "\(test) of \(value)")
  }
}
