package import FlintManifest
package import FlintText

package struct StoreRecords {
  /// At least one shows a file of records.
  static let keys: [StaticString] = [
    "data", "signedTransactions", "signedTransactionInfo", "signedRenewalInfo", "transactionId",
    "originalTransactionId", "productId", "purchaseDate", "autoRenewProductId", "autoRenewStatus",
    "renewalDate", "notificationType", "signedPayload", "notificationHistory",
  ]

  package let source: SourceFile
  let transactions: [StoreTransaction]
  let renewals: [StoreRenewal]
  let origins: [RecordOrigin]
  /// About what is missing, such as further pages.
  package let notes: [Diagnostic]

  package init(_ source: SourceFile, _ document: JSONDocument) throws(InvalidInput) {
    var reader = StoreRecordReader()
    document.withRoot { reader.read($0) }
    reader.addProblems(of: document)
    try self.init(source, reader)
  }

  /// A JWS on each line.
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
