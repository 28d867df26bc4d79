/// An enumeration whose cases have names by which manifests, states and command-line options refer to them.
public protocol NamedCase: CaseIterable, Sendable {
  var name: String { get }
}

extension NamedCase {
  /// Creates the case with exactly this name, or returns nil if no case has it.
  // Inlined, because calls through the protocol made this lookup take a fifth of the time to read a state.
  @inlinable public init?(name: String) {
    for candidate in Self.allCases where candidate.name.isSame(as: name) {
      self = candidate
      return
    }
    return nil
  }

  /// The name of the case as separate words in lower case: `notPurchased` becomes `not purchased`.
  package var label: String {
    var label = ""
    for scalar in name.unicodeScalars {
      if scalar.properties.isUppercase { label += " " }
      label += scalar.properties.lowercaseMapping
    }
    return label
  }
}

/// An enumeration whose cases are keys of a JSON object.
package protocol KeyedCase: NamedCase {
  /// The name of this case of the enumeration as a key of a JSON object. It contains no character that JSON requires to
  /// be escaped.
  var key: StaticString { get }
}

extension KeyedCase {
  package var name: String { key.description }
}
