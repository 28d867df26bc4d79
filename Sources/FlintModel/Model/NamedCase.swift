/// An enumeration whose cases are words of files and options.
public protocol NamedCase: CaseIterable, Sendable {
  var name: String { get }
}

extension NamedCase {
  /// Exactly this name.
  // Inlined, because calls through the protocol made this lookup take a fifth of the time to read a state.
  @inlinable public init?(name: String) {
    for candidate in Self.allCases where candidate.name.isSame(as: name) {
      self = candidate
      return
    }
    return nil
  }

  /// `notPurchased` becomes `not purchased`.
  package var label: String {
    var label = ""
    for scalar in name.unicodeScalars {
      if scalar.properties.isUppercase { label += " " }
      label += scalar.properties.lowercaseMapping
    }
    return label
  }
}

/// Cases that are keys of a JSON object.
package protocol KeyedCase: NamedCase {
  /// Without characters that JSON escapes.
  var key: StaticString { get }
}

extension KeyedCase {
  package var name: String { key.description }
}
