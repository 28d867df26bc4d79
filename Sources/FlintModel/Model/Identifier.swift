/// `[A-Za-z0-9][A-Za-z0-9._-]*`
package func isIdentifier(_ id: String) -> Bool {
  var isFirst = true
  for byte in id.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      break
    case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
      if isFirst { return false }
    default: return false
    }
    isFirst = false
  }
  return !isFirst
}
