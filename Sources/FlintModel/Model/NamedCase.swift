/// An enumeration whose cases are words of files and options.
public protocol NamedCase: CaseIterable, Sendable {
  var name: String { get }
}

extension NamedCase {
  /// Nil unless a case has exactly this name.
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
    let space = UInt8(ascii: " ")
    var label: [UInt8] = []
    // The bit of a space makes a capital letter small; other characters of names have it.
    for byte in name.utf8 {
      if byte & space == 0 { label.append(space) }
      label.append(byte | space)
    }
    return String(decoding: label, as: UTF8.self)
  }
}

extension NamedCase where Self: RawRepresentable<String> {
  public var name: String { rawValue }
}

/// Cases that are keys of a JSON object.
package protocol KeyedCase: NamedCase {
  /// Without characters that JSON escapes.
  var key: StaticString { get }
}

extension KeyedCase {
  package var name: String { key.description }
}
