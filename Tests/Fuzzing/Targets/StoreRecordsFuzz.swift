import FlintManifest
import FlintModel
import FlintProject
import FlintText

/// Imports purchase records. The result must be a valid state on every day, for a manifest that declares the products.
enum StoreRecordsFuzz: FuzzTarget {
  private struct NoZones: TimeZoneFiles {
    var areInstalled: Bool { false }
    func path(of zone: String) -> String? { nil }
  }

  static func run(_ input: [UInt8]) {
    let records: StoreRecords
    do {
      guard case .storeRecords(let read) = try ImportedFile(source(input), timeZones: NoZones())
      else { return }
      records = read
    } catch {
      return check(error)
    }
    if !records.notes.isEmpty { check(InvalidInput(records.source, records.notes)) }
    for date in [nil, DateTime(seconds: 1_800_000_000)] {
      do {
        let purchases = try StorePurchases([records], on: date)
        var sink = ByteSink()
        purchases.write(to: &sink)
        let written = sink.string
        guard let document = try? JSONDocument(written) else { fatalError(written) }
        let count = document.withRoot { $0.member("purchases")?.count }
        hold(count.map { $0 > 0 }, equals: true, "the number of credits is greater than zero")
        hold(document.duplicateKeys.isEmpty, "the state contains each product once")
      } catch {
        check(error)
      }
    }
  }
}
