/// Reads JWS in compact form (RFC 7515). Signatures are not verified.
enum SignedToken {
  struct Problem: Error {
    let message: String
  }

  /// The token's payload.
  static func document(_ token: some Collection<UInt8>) throws(Problem) -> JSONDocument {
    let payload = try payload(of: token)
    do throws(JSONSyntaxError) {
      return try JSONDocument(payload)
    } catch {
      let fault = error.diagnostic(about: "the payload").message
      throw Problem(message: "the payload of this JWS is not JSON: \(fault)")
    }
  }

  private static func payload(of token: some Collection<UInt8>) throws(Problem) -> [UInt8] {
    let parts = token.split(
      separator: UInt8(ascii: "."), maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      let found = parts.count > 3 ? "more than 3 parts" : counted(parts.count, "part")
      throw Problem(message: "found \(found); expected a JWS of three parts separated by dots")
    }
    var decoded: [[UInt8]] = []
    for (name, text) in zip(["header", "payload", "signature"], parts) {
      let bytes = base64URL(text)
      // A single character in the last group of four represents no byte.
      let fault =
        text.isEmpty
        ? "empty" : bytes == nil ? "not base64url" : text.count % 4 == 1 ? "truncated" : nil
      if let fault { throw Problem(message: "the \(name) of this JWS is \(fault)") }
      decoded.append(bytes ?? [])
    }
    return decoded[1]
  }

  private static func base64URL(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var bitCount = 0
    for character in text {
      let value: UInt8
      switch character {
      case "A"..."Z": value = character - 65
      case "a"..."z": value = character - 71
      case "0"..."9": value = character + 4
      case "-": value = 62
      case "_": value = 63
      default: return nil
      }
      bits = bits << 6 | UInt32(value)
      bitCount += 6
      guard bitCount >= 8 else { continue }
      bitCount -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
    }
    return bytes
  }
}
