import Foundation

/// How many cases the tests with random input try. Both depths run the same tests.
///
/// `swift test` is the quick depth, with few cases. The environment variable `FLINT_TESTS=thorough` chooses the thorough
/// depth (`make test-thorough`), which tries many. `FLINT_SEED=1000` moves the first seed, to try cases that nobody has
/// tried yet; a failure names its seed.
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

  /// The first seed, 1 unless `FLINT_SEED` names another.
  public static let firstSeed: UInt64 = {
    guard let text = ProcessInfo.processInfo.environment["FLINT_SEED"], !text.isEmpty else {
      return 1
    }
    guard let seed = UInt64(text), seed < UInt64.max / 2 else {
      fatalError("FLINT_SEED is '\(text)'; expected a whole number")
    }
    print("random cases begin at seed \(seed)")
    return seed
  }()

  /// A number of cases for each depth.
  public static func count(_ quick: Int, thorough: Int) -> Int {
    switch current {
    case .quick: quick
    case .thorough: thorough
    }
  }

  /// The seeds of a property test, as many as the depth has cases.
  public static func seeds(_ quick: Int, thorough: Int) -> ClosedRange<UInt64> {
    firstSeed...firstSeed + UInt64(count(quick, thorough: thorough)) - 1
  }

  /// Cases that differ little from one another: the first few of them in the quick depth.
  public static func sample<Case>(_ quick: Int, of cases: [Case]) -> [Case] {
    Array(cases.prefix(count(quick, thorough: cases.count)))
  }
}
