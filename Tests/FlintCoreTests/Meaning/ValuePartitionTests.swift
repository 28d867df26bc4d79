import FlintCore
import TestSupport
import Testing

/// A row of values answers a test as each of its values does, whatever order they are in.
@Suite("Rows of values")
struct ValuePartitionTests {
  @Test("answer every test as their values do one by one", arguments: 0..<40 as Range<UInt64>)
  func agree(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let manifest = random.manifest()
    for feature in manifest.features.indices {
      manifest.forEachTest(of: feature) { test, _ in
        for test in [test, .isGiven(test.fact)] + random.valueTests(of: test.fact) {
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

  /// No engine puts them side by side: a fact of a manifest is of one type.
  @Test(
    "keep texts and choices apart, of which a test that refuses some accepts the others of its own type alone"
  )
  func twoTypes() {
    let texts = (0..<10).map { FactValue.attribute(.text(ExactText("\($0)"))) }
    let choices = (0..<10).map { FactValue.attribute(.choice($0)) }
    for accepted in [
      .otherTexts([ExactText("3")]), .otherChoices([3]), .texts([ExactText("3")]), .choices([3]),
    ] as [AttributeRequirement.Accepted] {
      let test = FactTest.attribute(
        AttributeRequirement(attribute: 0, accepted: accepted), otherwise: .unknown)
      for values in [texts + choices, choices + texts] {
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

  @Test("have no answer without values")
  func empty() {
    #expect(ValuePartition([]).answers(to: .unlocked(0)).isEmpty)
  }

  /// What holds of neighbours has to be found without a look at each: that is what the rows are for.
  @Test("find few values among many")
  func find() {
    let values = [.attribute(.unknown)] + (0..<100).map { FactValue.attribute(.choice($0)) }
    let wanted = AttributeRequirement(attribute: 0, accepted: .choices([41, 40, 70]))
    let answers = ValuePartition(values).answers(to: .attribute(wanted, otherwise: .unknown))
    #expect(answers.map(\.from) == [0, 1, 41, 43, 71, 72])
    #expect(answers.map(\.truth) == [.unknown, .no, .yes, .no, .yes, .no])
  }
}

extension SeededGenerator {
  /// Whether an attribute has just one value, of any type.
  fileprivate mutating func valueTests(of fact: Fact) -> [FactTest] {
    guard case .attribute(let attribute) = fact else { return [] }
    return [AttributeValue.unknown, .choice(int(0...9)), .text(text()), .integer(integer())].map {
      .attributeValue(attribute, $0, otherwise: pick(Ternary.allCases))
    } + [
      .attributeValue(attribute, .version(.version(version())), otherwise: .no),
      .attributeValue(attribute, .version(.latest), otherwise: .unknown),
    ]
  }

  /// Many values and few, in order or not, with what stands for none before them and between.
  fileprivate mutating func values(of fact: Fact) -> [FactValue] {
    let count = int(0...2) * 20
    func numbers(_ value: (Int) -> FactValue) -> [FactValue] { (0..<count).map(value) }
    func versions(_ value: (InstalledVersion) -> FactValue) -> [FactValue] {
      (0..<count).map { value(.version(Version(Int32($0 / 2), Int32($0 % 2)))) } + [value(.latest)]
    }
    let texts =
      numbers { .attribute(.text(ExactText("\($0)"))) }
      + ["US", "us", "\u{E9}", "e\u{301}"].map { .attribute(.text(ExactText($0))) }
    var values: [FactValue] =
      switch fact {
      case .system:
        Platform.allCases.shuffled(using: &self).flatMap { platform in
          inSomeOrder(versions { .system(platform, $0) })
        }
      case .appVersion: inSomeOrder(versions { .version($0) })
      case .date: inSomeOrder(numbers { .date(moment($0)) })
      case .age: inSomeOrder(numbers { .age(Int64($0 - 20) * 43_200) })
      case .bucket:
        inSomeOrder(numbers { .bucket(Percent(tenThousandths: $0 * 12_500) ?? .zero) })
      case .attribute:
        [
          numbers { .attribute(.choice($0 < 30 ? $0 : .max)) }.shuffled(using: &self),
          texts.shuffled(using: &self),
          inSomeOrder(numbers { .attribute(.integer(Int64($0 - 20))) }),
          inSomeOrder(versions { .attribute(.version($0)) }),
          inSomeOrder(numbers { .attribute(.date(moment($0))) }),
          [.attribute(.boolean(true)), .attribute(.boolean(false))],
          numbers { _ in .notGiven },
        ].shuffled(using: &self).prefix(int(1...3)).flatMap(\.self)
      case .permission, .permissionDefault:
        numbers { _ in .permission(pick(SystemPermissionStatus.allCases)) }
      case .product, .purchaseDefault: numbers { _ in .purchase(pick(PurchaseStatus.allCases)) }
      case .unlocked, .toggle, .runtime: numbers { _ in .flag(pick(Ternary.allCases)) }
      }
    if case .attribute = fact, oneIn(2) { values.insert(.attribute(.unknown), at: 0) }
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

  /// Twelve hours apart, around the dates that random manifests name.
  private func moment(_ number: Int) -> DateTime {
    DateTime(seconds: 1_767_225_600 + Int64(number - 10) * 43_200) ?? "1970-01-01"
  }
}
