extension ManifestFile {
  /// The FNV-1a hash of the bytes that `bundle` prints, in 16 hexadecimal digits.
  package var fingerprint: String {
    var sink = ByteSink()
    writeBundle(to: &sink)
    var hash = FNV1a()
    sink.withBytes { for byte in $0 { hash.add(byte) } }
    let digits = String(hash.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
