package import FlintManifest
package import FlintText

/// The transactions and renewal info records (data about the next renewals) in a file. The file is a response of the
/// App Store Server API, a signed or decoded record, or a list of these.
package struct StoreRecords {
  /// The keys by which a file of App Store records is recognized. Each API response and each decoded record has at
  /// least one of them.
  static let keys: [StaticString] = [
    "data", "signedTransactions", "signedTransactionInfo", "signedRenewalInfo", "transactionId",
    "originalTransactionId", "productId", "purchaseDate", "autoRenewProductId", "autoRenewStatus",
    "renewalDate", "notificationType", "signedPayload", "notificationHistory",
  ]

  package let source: SourceFile
  let transactions: [StoreTransaction]
  let renewals: [StoreRenewal]
  let origins: [RecordOrigin]
  /// Notes about App Store records that are missing in the file, for example because a response of the App Store Server
  /// API has further pages.
  package let notes: [Diagnostic]

  package init(_ source: SourceFile, _ document: JSONDocument) throws(InvalidInput) {
    var reader = StoreRecordReader()
    document.withRoot { reader.read($0) }
    reader.addProblems(of: document)
    try self.init(source, reader)
  }

  /// Reads a text with a JSON Web Signature (JWS) on each line.
  package init(lines source: SourceFile) throws(InvalidInput) {
    var reader = StoreRecordReader()
    for line in source.text.trimmedLines { reader.readLine(source.text.bytes[line], at: line) }
    try self.init(source, reader)
  }

  private init(_ source: SourceFile, _ reader: StoreRecordReader) throws(InvalidInput) {
    guard reader.diagnostics.isEmpty else { throw InvalidInput(source, reader.diagnostics) }
    self.source = source
    (transactions, renewals, notes) = (reader.transactions, reader.renewals, reader.notes)
    origins = reader.origins + transactions.map(\.origin) + renewals.map(\.origin)
  }
}

extension SourceText {
  /// The byte ranges of the lines that are not blank, without white space at both ends and without a byte order mark.
  fileprivate var trimmedLines: [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
      if let first = bytes[start..<end].firstIndex(where: { !isSpace($0) }),
        let last = bytes[start..<end].lastIndex(where: { !isSpace($0) })
      {
        lines.append(first..<last + 1)
      }
      start = end + 1
    }
    return lines
  }
}
