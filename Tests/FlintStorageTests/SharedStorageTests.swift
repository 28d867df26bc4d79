import FlintCore
import FlintModel
import FlintStorage
import Foundation
import RandomModels
import Synchronization
import TestSupport
import Testing

@Suite("A store that several processes share")
struct SharedStorageTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("flint-shared-\(UUID().uuidString)", isDirectory: true)

  private func path(_ name: String) -> URL { folder.appendingPathComponent(name) }

  private func purchases(_ name: String = "purchases.json") -> FilePurchases {
    FilePurchases(at: path(name)) { Issue.record($0) }
  }

  private let coin = ConsumableProduct(name: "Coin", productID: "COIN")

  private func product(_ id: String) -> Product { Product(name: "", productID: id) }

  private func start(
    _ writer: Int, notes count: Int, ending: @escaping @Sendable () -> Void = {}
  ) throws -> Process {
    let process = Process()
    process.executableURL = builtProgram("StorageWriter")
    process.arguments = [folder.path, "\(writer)", "\(count)"]
    process.terminationHandler = { _ in ending() }
    try process.run()
    return process
  }

  @Test("Loses no change of eight concurrent writers, and readers see no partial state")
  func eight() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let writers = try (0..<8).map { try start($0, notes: 10) }
    let reader = purchases()
    var credits = 0
    while writers.contains(where: \.isRunning) {
      let now = reader.credits(of: coin)
      #expect(now >= credits)
      credits = now
    }
    for writer in writers {
      writer.waitUntilExit()
      #expect(writer.terminationStatus == 0)
    }
    let toggles = FileToggles(at: path("toggles.json")) { Issue.record($0) }
    #expect(reader.credits(of: coin) == 80)
    for writer in 0..<8 {
      for number in 0..<10 {
        let id = "\(writer)-\(number)"
        #expect(reader.status(of: product(id)) == .purchased)
        #expect(reader.isUnlocked(featureID: id))
        #expect(toggles.isOn(featureID: id) == true)
      }
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "purchases.json", "purchases.json.lock", "toggles.json", "toggles.json.lock",
      ])
  }

  @Test("Is moved aside once if it is damaged, whichever process finds it first")
  func damaged() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let torn = Data("{\"format\":\"flint-purchases\",\"vers".utf8)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try torn.write(to: path("purchases.json"))
    let writers = try (0..<8).map { try start($0, notes: 1) }
    for writer in writers {
      writer.waitUntilExit()
      #expect(writer.terminationStatus == 0)
    }
    for writer in 0..<8 {
      #expect(purchases().status(of: product("\(writer)-0")) == .purchased)
    }
    #expect(try Data(contentsOf: path("purchases.json.damaged-1")) == torn)
    #expect(!FileManager.default.fileExists(atPath: path("purchases.json.damaged-2").path))
  }

  @Test("Is not moved aside while another process repairs it")
  func recovered() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try purchases().set(.purchased, of: product("A"))
    let whole = try Data(contentsOf: path("purchases.json"))
    try Data("torn".utf8).write(to: path("purchases.json"))
    let lock = open(path("purchases.json.lock").path, O_RDWR)
    try #require(flock(lock, LOCK_EX) == 0)
    let answer = Mutex<PurchaseStatus?>(nil)
    let answered = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [self] in
      let status = purchases().status(of: product("A"))
      answer.withLock { $0 = status }
      answered.signal()
    }
    // A reader that does not wait for the lock answers within this time.
    #expect(answered.wait(timeout: .now() + .milliseconds(50)) == .timedOut)
    try whole.write(to: path("purchases.json"), options: .atomic)
    close(lock)
    try #require(answered.wait(timeout: .now() + 60) == .success)
    #expect(answer.withLock { $0 } == .purchased)
    #expect(!FileManager.default.fileExists(atPath: path("purchases.json.damaged-1").path))
  }

  @Test("Is the same store through a link")
  func link() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try purchases().set(.purchased, of: product("A"))
    try FileManager.default.createSymbolicLink(
      at: path("link.json"), withDestinationURL: path("purchases.json"))
    try purchases("link.json").set(.purchased, of: product("B"))
    #expect(purchases().status(of: product("A")) == .purchased)
    #expect(purchases().status(of: product("B")) == .purchased)
    #expect(!FileManager.default.fileExists(atPath: path("link.json.lock").path))
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: path("link.json").path)
    #expect(target.hasSuffix("purchases.json"))
  }

  @Test("Keeps the permissions that its owner set")
  func permissions() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = FileManager.default
    try purchases().set(.purchased, of: product("A"))
    let file = path("purchases.json").path
    #expect(try files.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    try purchases().set(.purchased, of: product("B"))
    #expect(try files.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o640)
  }

  @Test("Notices a change within the resolution of the file system's clock")
  func fastChange() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = path("purchases.json").path
    try purchases().set(.purchased, of: product("A"))
    // The time is in the future, so that the file counts as recent even if the test is slow.
    let time = timespec(tv_sec: time(nil) + 3600, tv_nsec: 0)
    try #require(utimensat(AT_FDCWD, file, [time, time], 0) == 0)
    let reader = purchases()
    #expect(reader.status(of: product("A")) == .purchased)
    // A different file of the same size, with the same inode number and the same time.
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try text.replacing("\"A\"", with: "\"B\"")
      .write(toFile: file, atomically: false, encoding: .utf8)
    try #require(utimensat(AT_FDCWD, file, [time, time], 0) == 0)
    #expect(reader.status(of: product("A")) == .notPurchased)
    #expect(reader.status(of: product("B")) == .purchased)
  }

  @Test("Limits credits to the range of a number")
  func manyCredits() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let tracker = purchases()
    try tracker.set(credits: .max, of: coin)
    try tracker.add(credits: 1, of: coin)
    #expect(tracker.credits(of: coin) == .max)
    try tracker.set(credits: .min, of: coin)
    try tracker.add(credits: -1, of: coin)
    #expect(tracker.credits(of: coin) == .min)
  }

  @Test("Rejects a named pipe without waiting")
  func pipe() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try #require(mkfifo(path("purchases.json").path, 0o600) == 0)
    let ended = DispatchSemaphore(value: 0)
    let writer = try start(0, notes: 1) { ended.signal() }
    defer { if writer.isRunning { kill(writer.processIdentifier, SIGKILL) } }
    try #require(ended.wait(timeout: .now() + 60) == .success)
    #expect(purchases().status(of: product("0-0")) == .purchased)

    try #require(mkfifo(path("other.json").path, 0o600) == 0)
    let problems = Mutex<[StorageProblem]>([])
    let tracker = FilePurchases(at: path("other.json")) { problem in
      problems.withLock { $0.append(problem) }
    }
    #expect(tracker.status(of: product("A")) == .notPurchased)
    #expect(problems.withLock { $0.count } == 1)
    try tracker.set(.purchased, of: product("A"))
    #expect(purchases("other.json").status(of: product("A")) == .purchased)
  }
}
