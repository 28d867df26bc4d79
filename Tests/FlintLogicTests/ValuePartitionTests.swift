import FlintLogic
import FlintModel
import RandomModels
import TestSupport
import Testing

/// Compares the results of a test for a value partition with those for each value, in any order of the values.
@Suite("Value partitions")
struct ValuePartitionTests {
  @Test(
    "The result for every value equals that of the test itself",
    arguments: TestDepth.seeds(9, thorough: 1500))
  func agree(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let manifest = random.manifest()
    for feature in manifest.features.indices {
      manifest.forEachTest(of: feature) { test, _ in
        for test in [test, FactTest(test.fact, .isGiven)] + random.valueTests(of: test.fact) {
          let row = ValuePartition(random.values(of: test.fact))
          let answers = row.answers(to: test)
          let all = answers.indices.flatMap { index in
            let end = index + 1 < answers.count ? answers[index + 1].from : row.values.count
            return [Ternary](repeating: answers[index].truth, count: end - answers[index].from)
          }
          #expect(all == row.values.map { test.truth(of: $0) }, "\(test) of \(row.values)")
          #expect(!zip(answers, answers.dropFirst()).contains { $0.truth == $1.truth })
        }
      }
    }
  }

  /// The engines never create a partition of two types. The first value, a default, can occur again.
  @Test(
    "Texts and choices are distinct, and an excluding test accepts other values of its own type only"
  )
  func twoTypes() {
    let texts = (0..<10).map { FactValue.typed(.text(ExactText("\($0)"))) }
    let choices = (0..<10).map { FactValue.typed(.choice($0)) }
    for accepted in [
      .otherTexts([ExactText("3")]), .otherChoices([3]), .texts([ExactText("3")]), .choices([3]),
    ] as [AttributeRequirement.Accepted] {
      let test = FactTest.attribute(
        AttributeRequirement(attribute: 0, accepted: accepted), otherwise: .unknown)
      for values in [
        texts + choices, choices + texts, [texts[3]] + texts + choices,
        [choices[3]] + choices + texts,
      ] {
        let row = ValuePartition(values)
        #expect(row.isLong)
        let answers = row.answers(to: test)
        for (position, value) in values.enumerated() {
          let answer = answers.last { $0.from <= position }
          #expect(answer?.truth == test.truth(of: value), "\(accepted) of \(value)")
        }
      }
    }
  }

  @Test("An empty partition has no results")
  func empty() {
    #expect(ValuePartition([]).answers(to: .unlocked(0)).isEmpty)
  }

  /// Tests a long partition, in which runs of values must be found without testing each value.
  @Test("A few values are found among many")
  func find() {
    let values = [.typed(.unknown)] + (0..<100).map { FactValue.typed(.choice($0)) }
    let wanted = AttributeRequirement(attribute: 0, accepted: .choices([41, 40, 70]))
    let answers = ValuePartition(values).answers(to: .attribute(wanted, otherwise: .unknown))
    #expect(answers.map(\.from) == [0, 1, 41, 43, 71, 72])
    #expect(answers.map(\.truth) == [.unknown, .no, .yes, .no, .yes, .no])
  }
}

extension SeededGenerator {
  /// Returns tests of whether an attribute has one particular value, of any type.
  fileprivate mutating func valueTests(of fact: Fact) -> [FactTest] {
    guard case .attribute = fact else { return [] }
    return [AttributeValue.unknown, .choice(int(0...9)), .text(text()), .integer(integer())].map {
      FactTest(fact, .equal($0), otherwise: pick(Ternary.allCases))
    } + [
      FactTest(fact, .equal(.version(.version(version()))), otherwise: .no),
      FactTest(fact, .equal(.version(.latest)), otherwise: .unknown),
    ]
  }

  /// Returns many or few values, sorted or not, with unknown values at the beginning and in between.
  fileprivate mutating func values(of fact: Fact) -> [FactValue] {
    let count = int(0...2) * 20
    func numbers(_ value: (Int) -> FactValue) -> [FactValue] { (0..<count).map(value) }
    func versions(_ value: (InstalledVersion) -> FactValue) -> [FactValue] {
      (0..<count).map { value(.version(Version(Int32($0 / 2), Int32($0 % 2)))) } + [value(.latest)]
    }
    let texts =
      numbers { .typed(.text(ExactText("\($0)"))) }
      + ["US", "us", "\u{E9}", "e\u{301}"].map { .typed(.text(ExactText($0))) }
    var values: [FactValue] =
      switch fact {
      case .system:
        Platform.allCases.shuffled(using: &self).flatMap { platform in
          inSomeOrder(versions { .system(platform, $0) })
        }
      case .device(.appVersion): inSomeOrder(versions { .typed(.version($0)) })
      case .device(.date): inSomeOrder(numbers { .typed(.date(moment($0))) })
      case .age: inSomeOrder(numbers { .age(Int64($0 - 20) * 43_200) })
      case .bucket:
        inSomeOrder(numbers { .bucket(Percent(tenThousandths: $0 * 12_500) ?? .zero) })
      case .attribute:
        [
          numbers { .typed(.choice($0 < 30 ? $0 : .max)) }.shuffled(using: &self),
          texts.shuffled(using: &self),
          inSomeOrder(numbers { .typed(.integer(Int64($0 - 20))) }),
          inSomeOrder(versions { .typed(.version($0)) }),
          inSomeOrder(numbers { .typed(.date(moment($0))) }),
          [.typed(.boolean(true)), .typed(.boolean(false))],
          numbers { _ in .notGiven },
        ].shuffled(using: &self).prefix(int(1...3)).flatMap(\.self)
      case .permission, .permissionDefault:
        numbers { _ in .permission(pick(SystemPermissionStatus.allCases)) }
      case .product, .purchaseDefault: numbers { _ in .purchase(pick(PurchaseStatus.allCases)) }
      case .unlocked, .toggle, .runtime: numbers { _ in .flag(pick(Ternary.allCases)) }
      }
    if case .attribute = fact, oneIn(2) { values.insert(.typed(.unknown), at: 0) }
    if oneIn(2) { values.insert(.notGiven, at: 0) }
    return values
  }

  private mutating func inSomeOrder(_ values: [FactValue]) -> [FactValue] {
    switch int(0...3) {
    case 0: values
    case 1: values.reversed()
    case 2: values.shuffled(using: &self)
    default: values.flatMap { [$0, $0] }
    }
  }

  /// Returns one of a series of dates 12 hours apart, around the dates of random manifests.
  private func moment(_ number: Int) -> DateTime {
    DateTime(seconds: 1_767_225_600 + Int64(number - 10) * 43_200) ?? "1970-01-01"
  }
}
