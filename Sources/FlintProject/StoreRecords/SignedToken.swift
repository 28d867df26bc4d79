import FlintText

/// JWS in compact form (RFC 7515). Signatures are not verified.
struct SignedToken {
  enum Problem: Error {
    /// Not three parts; 5 means five or more.
    case parts(Int)
    case notBase64URL(part: Part)
    /// Not a whole number of bytes.
    case cut(part: Part)
    case empty(part: Part)
  }

  enum Part: String, CaseIterable {
    case header, payload, signature
  }

  let payload: [UInt8]

  init(_ token: some Collection<UInt8>) throws(Problem) {
    let parts = token.split(
      separator: UInt8(ascii: "."), maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .parts(parts.count) }
    var payload: [UInt8] = []
    for (part, text) in zip(Part.allCases, parts) {
      let bytes = try Self.decoded(Array(text), part)
      if part == .payload { payload = bytes }
    }
    self.payload = payload
  }

  private static func decoded(_ text: [UInt8], _ part: Part) throws(Problem) -> [UInt8] {
    if text.isEmpty { throw .empty(part: part) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3 + 3)
    var bits: UInt32 = 0
    var bitCount = 0
    for character in text {
      guard let value = value(of: character) else { throw .notBase64URL(part: part) }
      bits = bits << 6 | value
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
      }
    }
    // A single character in the last group of four represents no byte.
    if text.count % 4 == 1 { throw .cut(part: part) }
    return bytes
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}

extension SignedToken.Problem {
  var message: String {
    switch self {
    case .parts(let count):
      "found \(parts(count)); expected a JWS of three parts separated by dots"
    case .notBase64URL(let part): "the \(part.rawValue) of this JWS is not base64url"
    case .cut(let part): "the \(part.rawValue) of this JWS is truncated"
    case .empty(let part): "the \(part.rawValue) of this JWS is empty"
    }
  }

  private func parts(_ count: Int) -> String {
    count > 3 ? "more than 3 parts" : counted(count, "part")
  }
}
