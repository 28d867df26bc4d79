package enum FileURI {
  /// The path of a `file` URI. Leaves other URIs unchanged.
  package static func path(_ uri: String) -> String {
    let scheme = "file://"
    guard uri.lowercased().hasPrefix(scheme) else { return uri }
    let rest = uri.utf8.dropFirst(scheme.utf8.count)
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return uri }
    var bytes: [UInt8] = []
    var index = slash
    while index < rest.endIndex {
      if rest[index] == "%",
        let end = rest.index(index, offsetBy: 3, limitedBy: rest.endIndex),
        let byte = UInt8(
          String(utf8: rest[rest.index(after: index)..<end]), radix: 16)
      {
        bytes.append(byte)
        index = end
      } else {
        bytes.append(rest[index])
        index = rest.index(after: index)
      }
    }
    return String(utf8: bytes)
  }

  /// The `file` URI of a path. Leaves a relative path unchanged.
  package static func uri(_ path: String) -> String {
    path.hasPrefix("/") ? reference(path) : path
  }

  /// The URI reference of a path (RFC 3986). A relative path stays relative.
  package static func reference(_ path: String) -> String {
    var reference = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~", "/":
        reference.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        reference += "%\(hex(byte, digits: 2))"
      }
    }
    return reference
  }
}
