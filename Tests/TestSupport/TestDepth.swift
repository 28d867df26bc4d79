import Foundation

/// The number of cases that tests with random input try. Both depths run the same tests.
///
/// `swift test` uses the quick depth, with few cases. The environment variable `FLINT_TESTS=thorough` selects the
/// thorough depth, with many (`make test-thorough`). `FLINT_SEED=1000` changes the first seed, to try new cases, and
/// `FLINT_CASES=1000` makes each test try at least 1,000 seeds. A failing test reports its seed.
public enum TestDepth: String, Sendable {
  case quick, thorough

  public static let current: TestDepth = {
    guard let name = ProcessInfo.processInfo.environment["FLINT_TESTS"], !name.isEmpty else {
      return .quick
    }
    guard let depth = TestDepth(rawValue: name) else {
      fatalError("FLINT_TESTS is '\(name)'; expected 'quick' or 'thorough'")
    }
    return depth
  }()

  /// The first seed. The default is 1; `FLINT_SEED` overrides it.
  public static let firstSeed = UInt64(number("FLINT_SEED", default: 1))

  /// The least number of seeds for each test. The default is 1; `FLINT_CASES` overrides it.
  private static let minimum = number("FLINT_CASES", default: 1)

  private static func number(_ variable: String, default usual: Int) -> Int {
    guard let text = ProcessInfo.processInfo.environment[variable], !text.isEmpty else {
      return usual
    }
    guard let number = Int(text), (1...1 << 40).contains(number) else {
      fatalError("\(variable) is '\(text)'; expected a positive whole number")
    }
    print("\(variable)=\(number)")
    return number
  }

  /// Returns the number of cases for the current depth.
  public static func count(_ quick: Int, thorough: Int) -> Int {
    switch current {
    case .quick: quick
    case .thorough: thorough
    }
  }

  /// Returns the seeds of a property test, one for each case of the current depth.
  public static func seeds(_ quick: Int, thorough: Int) -> ClosedRange<UInt64> {
    firstSeed...firstSeed + UInt64(max(count(quick, thorough: thorough), minimum)) - 1
  }

  /// Cases that resemble one another: all of them in the thorough depth, and in the quick depth `quick` of them at
  /// equal distances, beginning with the first.
  public static func sample<Case>(_ quick: Int, of cases: [Case]) -> [Case] {
    let count = min(Self.count(quick, thorough: cases.count), cases.count)
    return (0..<count).map { cases[$0 * cases.count / count] }
  }
}
