package import FlintManifest
package import FlintText

/// The transactions and renewal infos of one file: an answer of the App Store Server API, signed or decoded records, or
/// a list of them.
package struct StoreRecords {
  /// The keys of which an answer, or a decoded record, has at least one.
  static let keys: [StaticString] = [
    "data", "signedTransactions", "signedTransactionInfo", "signedRenewalInfo", "transactionId",
    "originalTransactionId", "productId", "purchaseDate", "autoRenewProductId", "autoRenewStatus",
    "renewalDate",
  ]

  package let source: SourceFile
  /// In the order of the file.
  let transactions: [StoreTransaction]
  let renewals: [StoreRenewal]
  /// What the file leaves open.
  package let notes: [Diagnostic]

  /// - Throws: everything that is wrong with the records.
  package init(_ source: SourceFile, _ document: JSONDocument) throws(InvalidInput) {
    var reader = StoreRecordReader()
    document.withRoot { reader.read($0) }
    reader.addProblems(of: document)
    try self.init(source, reader)
  }

  /// A text with a JWS on each line.
  package init(lines source: SourceFile) throws(InvalidInput) {
    var reader = StoreRecordReader()
    for line in source.text.trimmedLines { reader.readToken(source.text.bytes[line], at: line) }
    try self.init(source, reader)
  }

  private init(_ source: SourceFile, _ reader: StoreRecordReader) throws(InvalidInput) {
    guard reader.diagnostics.isEmpty else { throw InvalidInput(source, reader.diagnostics) }
    self.source = source
    (transactions, renewals, notes) = (reader.transactions, reader.renewals, reader.notes)
  }
}

extension SourceText {
  /// The lines without white space around them and without a byte order mark, those with nothing else left out.
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
