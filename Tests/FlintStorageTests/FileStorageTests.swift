import FlintCore
import FlintModel
import FlintStorage
import Foundation
import Synchronization
import Testing

@Suite("Purchases and toggles in files")
final class FileStorageTests {
  private let folder: URL
  private let problems = Problems()
  private let premium = NonConsumableProduct(name: "Premium", productID: "PREM")
  private let coin = ConsumableProduct(name: "Coin", productID: "COIN")

  init() {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("flint-storage-\(UUID().uuidString)", isDirectory: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private final class Problems: Sendable {
    private let list = Mutex<[StorageProblem]>([])
    var all: [StorageProblem] { list.withLock { $0 } }
    func note(_ problem: StorageProblem) { list.withLock { $0.append(problem) } }
  }

  private var url: URL { folder.appendingPathComponent("purchases.json") }

  private func purchases() -> FilePurchases {
    FilePurchases(at: url) { [problems] in problems.note($0) }
  }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  @Test("A change by one tracker is visible to another at once, and after a restart")
  func shared() throws {
    let one = purchases()
    let other = purchases()
    #expect(other.status(of: premium) == .notPurchased)
    try one.set(.purchased, of: premium)
    try one.add(credits: 3, of: coin)
    try other.add(credits: 4, of: coin)
    try one.setUnlocked(true, featureID: "speed")
    #expect(other.status(of: premium) == .purchased)
    #expect(one.credits(of: coin) == 7)
    #expect(other.isUnlocked(featureID: "speed"))
    try other.set(.unknown, of: premium)
    try other.setUnlocked(false, featureID: "speed")
    try other.set(credits: 1, of: coin)
    let later = purchases()
    #expect(later.status(of: premium) == .unknown)
    #expect(!later.isUnlocked(featureID: "speed"))
    #expect(later.credits(of: coin) == 1)
    #expect(problems.all.isEmpty)
  }

  @Test("The file is readable JSON that describes itself")
  func format() throws {
    try purchases().set(.purchased, of: premium)
    #expect(
      try String(contentsOf: url, encoding: .utf8) == """
        {
          "credits" : {

          },
          "format" : "flint-purchases",
          "purchases" : {
            "PREM" : "purchased"
          },
          "unlocked" : [

          ],
          "version" : 1
        }
        """)
  }

  @Test("Observers are notified of changes only")
  func observers() throws {
    let tracker = purchases()
    let changes = Mutex<[PurchaseChange]>([])
    let observation = tracker.purchaseChanges.observe { change in
      changes.withLock { $0.append(change) }
    }
    try tracker.set(.purchased, of: premium)
    try tracker.set(.purchased, of: premium)
    try tracker.setUnlocked(true, featureID: "speed")
    observation.cancel()
    try tracker.set(.notPurchased, of: premium)
    #expect(
      changes.withLock { $0 } == [.product(productID: "PREM"), .unlocked(featureID: "speed")])
  }

  @Test("Observers are notified of another tracker's change at the next query")
  func othersChange() throws {
    let tracker = purchases()
    try tracker.set(.purchased, of: premium)
    let changes = Mutex<[PurchaseChange]>([])
    let observation = tracker.purchaseChanges.observe { change in
      changes.withLock { $0.append(change) }
    }
    try purchases().set(.notPurchased, of: premium)
    #expect(tracker.status(of: premium) == .notPurchased)
    #expect(tracker.status(of: premium) == .notPurchased)
    #expect(changes.withLock { $0 } == [.everything])
    observation.cancel()
  }

  @Test("Observers are notified once if the file is missing, damaged, unusable or restored")
  func fileComesAndGoes() throws {
    let tracker = purchases()
    try tracker.set(.purchased, of: premium)
    let told = Mutex<[PurchaseStatus]>([])
    let observation = tracker.purchaseChanges.observe { [premium] _ in
      let status = tracker.status(of: premium)
      told.withLock { $0.append(status) }
    }
    func expect(_ status: PurchaseStatus) {
      for _ in 0..<3 { #expect(tracker.status(of: premium) == status) }
      #expect(told.withLock { $0 } == [status])
      told.withLock { $0 = [] }
    }
    try FileManager.default.removeItem(at: url)
    expect(.notPurchased)
    try purchases().set(.purchased, of: premium)
    expect(.purchased)
    try write("torn")
    expect(.notPurchased)
    try write("{\"format\":\"flint-purchases\",\"version\":9}")
    expect(.unknown)
    try FileManager.default.removeItem(at: url)
    expect(.notPurchased)
    #expect(problems.all.count == 2)
    observation.cancel()
  }

  @Test("Observers are notified of another tracker's change that a write finds")
  func othersChangeWhileWriting() throws {
    let tracker = purchases()
    #expect(tracker.status(of: premium) == .notPurchased)
    let changes = Mutex<[PurchaseChange]>([])
    let observation = tracker.purchaseChanges.observe { change in
      changes.withLock { $0.append(change) }
    }
    try purchases().set(.purchased, of: premium)
    try tracker.set(.purchased, of: premium)
    try purchases().set(credits: 2, of: coin)
    try tracker.setUnlocked(true, featureID: "speed")
    #expect(
      changes.withLock { $0 } == [.everything, .everything, .unlocked(featureID: "speed")])
    observation.cancel()
  }

  @Test("Changes in quick succession are noticed, even if the files look alike")
  func quickChanges() throws {
    let reader = purchases()
    let writer = purchases()
    for credits in 1...9 {
      try writer.set(credits: credits, of: coin)
      #expect(reader.credits(of: coin) == credits)
    }
  }

  @Test(
    "A damaged or foreign file is reported and moved aside unchanged",
    arguments: [
      "", "{", "\0\u{1}", "[]", "{\"format\":\"flint-purchases\",\"version\":1,\"purch",
      "{\"format\":\"flint-toggles\",\"version\":1,\"toggles\":{}}",
      "{\"format\":\"flint-purchases\",\"version\":1,\"purchases\":5}",
      "{\"purchases\":{\"PREM\":\"purchased\"}}",
    ])
  func damaged(_ text: String) throws {
    try write(text)
    let tracker = purchases()
    #expect(tracker.status(of: premium) == .notPurchased)
    let kept = url.path + ".damaged-1"
    #expect(problems.all == [.damaged(path: url.path, keptAs: kept)])
    #expect(FileManager.default.contents(atPath: kept) == Data(text.utf8))
    try tracker.set(.purchased, of: premium)
    #expect(purchases().status(of: premium) == .purchased)

    try write(text)
    #expect(tracker.status(of: premium) == .notPurchased)
    #expect(problems.all.last == .damaged(path: url.path, keptAs: url.path + ".damaged-2"))
    #expect(FileManager.default.contents(atPath: kept) == Data(text.utf8))
  }

  @Test(
    "An observer that is notified of a damaged file can write a new one at once",
    .timeLimit(.minutes(1)))
  func answerToDamage() throws {
    try write("torn")
    let remedy = Mutex<(@Sendable () -> Void)?>(nil)
    let tracker = FilePurchases(at: url) { _ in remedy.withLock { $0 }?() }
    remedy.withLock { remedy in
      remedy = { [premium] in try? tracker.set(.purchased, of: premium) }
    }
    #expect(tracker.status(of: premium) == .notPurchased)
    #expect(tracker.status(of: premium) == .purchased)
    try write("torn again")
    try tracker.setUnlocked(true, featureID: "speed")
    #expect(tracker.status(of: premium) == .purchased)
    #expect(tracker.isUnlocked(featureID: "speed"))
    remedy.withLock { $0 = nil }
  }

  @Test("A file of a later version is left unchanged, and all values are unknown")
  func tooNew() throws {
    let text = "{\"format\":\"flint-purchases\",\"version\":2,\"purchases\":{}}"
    try write(text)
    let tracker = purchases()
    let problem = StorageProblem.tooNew(path: url.path, version: 2)
    #expect(tracker.status(of: premium) == .unknown)
    #expect(throws: problem) { try tracker.set(.purchased, of: premium) }
    #expect(problems.all == [problem])
    #expect(try String(contentsOf: url, encoding: .utf8) == text)
  }

  @Test("A location that cannot be written to is an error with the system's reason")
  func refused() throws {
    try write("")
    let below = url.appendingPathComponent("purchases.json")
    let tracker = FilePurchases(at: below) { [problems] in problems.note($0) }
    let error = #expect(throws: StorageProblem.self) { try tracker.set(.purchased, of: premium) }
    #expect(error?.description == "cannot lock '\(below.path).lock': Not a directory")
  }

  @Test("Toggles are stored and can be removed")
  func toggles() {
    let file = folder.appendingPathComponent("toggles.json")
    let toggles = FileToggles(at: file) { [problems] in problems.note($0) }
    toggles.set(false, featureID: "speed")
    toggles.set(true, featureID: "sound")
    let later = FileToggles(at: file) { [problems] in problems.note($0) }
    #expect(later.isOn(featureID: "speed") == false)
    #expect(later.isOn(featureID: "sound") == true)
    #expect(later.isOn(featureID: "other") == nil)
    later.set(nil, featureID: "speed")
    #expect(toggles.isOn(featureID: "speed") == nil)
    #expect(problems.all.isEmpty)
  }

  @Test("Concurrent writes by threads lose nothing")
  func threads() async {
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask { [url, coin] in
          let tracker = FilePurchases(at: url) { Issue.record($0) }
          for number in 0..<10 {
            let product = Product(name: "", productID: "P\(writer)-\(number)")
            do {
              try tracker.set(.purchased, of: product)
              try tracker.add(credits: 1, of: coin)
            } catch { Issue.record(error) }
          }
        }
      }
    }
    let tracker = purchases()
    #expect(tracker.credits(of: coin) == 80)
    for writer in 0..<8 {
      for number in 0..<10 {
        let product = Product(name: "", productID: "P\(writer)-\(number)")
        #expect(tracker.status(of: product) == .purchased)
      }
    }
  }

  @Test("The device reports its platform and the system's version")
  func device() {
    #expect(Device.current.platform == .built)
    #expect(Device.current.osVersion != .latest)
  }
}
