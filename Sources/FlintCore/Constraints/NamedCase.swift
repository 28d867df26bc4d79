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

  /// The name in words, for a person: `not purchased`.
  package var label: String {
    var label = ""
    for scalar in name.unicodeScalars {
      if scalar.properties.isUppercase { label += " " }
      label += scalar.properties.lowercaseMapping
    }
    return label
  }
}

/// One of several things that stand under keys of their own.
package protocol KeyedCase: NamedCase {
  /// The key, which JSON need not escape.
  var key: StaticString { get }
}

extension KeyedCase {
  package var name: String { key.description }
}
