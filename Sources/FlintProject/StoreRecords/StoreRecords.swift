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
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    return bytes[(hasMark ? 3 : 0)...].split { $0 == 0x0A || $0 == 0x0D }.compactMap { line in
      var line = line
      while let first = line.first, first == 0x20 || first == 0x09 { line.removeFirst() }
      while let last = line.last, last == 0x20 || last == 0x09 { line.removeLast() }
      return line.isEmpty ? nil : line.startIndex..<line.endIndex
    }
  }
}
