/// One of several cases that manifests, states and flags call by its name.
public protocol NamedCase: CaseIterable, Sendable {
  var name: String { get }
}

extension NamedCase {
  /// The case of that exact name, or nil.
  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name.isSame(as: name) }) else { return nil }
    self = found
  }
}
