import RandomModels

#if os(Linux)
  import FlintCore
  import FlintStorage
  import Foundation
  import TestSupport
  import Testing

  @Suite("A killed app", .enabled(if: SteppedProgram.isPossible))
  struct KilledAppTests {
    private let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("flint-killed-\(UUID().uuidString)", isDirectory: true)

    private var purchases: FilePurchases {
      FilePurchases(at: folder.appendingPathComponent("purchases.json")) { Issue.record($0) }
    }

    private var toggles: FileToggles {
      FileToggles(at: folder.appendingPathComponent("toggles.json")) { Issue.record($0) }
    }

    private func app(_ name: String, notes count: Int) -> SteppedProgram {
      SteppedProgram(
        [builtProgram("StorageWriter").path, folder.path, name, "\(count)"],
        directory: URL(filePath: "/"))
    }

    @Test("Leaves each purchase and toggle either unchanged or updated, and no lock")
    func killed() throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      // The existing purchases must survive in any case.
      #expect(try app("before", notes: 2).run().ending == .exited(0))
      var moments = 0
      var draftsLeft = 0
      while true {
        let name = "moment\(moments)"
        let credits = purchases.credits(of: coin)
        var program = app(name, notes: 1)
        program.words.append("stop")
        program.stepsFromOwnStop = true
        var calls = 0
        let ending = try program.run { stop in
          guard stop.isBefore else { return .go }
          calls += 1
          return calls > moments ? .kill : .go
        }.ending
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        if names.contains("purchases.json.tmp") || names.contains("toggles.json.tmp") {
          draftsLeft += 1
        }
        #expect(!names.contains { $0.contains("damaged") })
        for number in 0..<2 {
          #expect(purchases.status(of: product("before-\(number)")) == .purchased)
          #expect(purchases.isUnlocked(featureID: "before-\(number)"))
          #expect(toggles.isOn(featureID: "before-\(number)") == true)
        }
        // The app makes its changes in order, so each one is present only with those before it.
        let notes = [
          purchases.status(of: product("\(name)-0")) == .purchased,
          purchases.credits(of: coin) == credits + 1,
          purchases.isUnlocked(featureID: "\(name)-0"),
          toggles.isOn(featureID: "\(name)-0") == true,
        ]
        #expect(notes == notes.sorted { $0 && !$1 })
        #expect(notes[1] || purchases.credits(of: coin) == credits)
        if ending == .exited(0) {
          #expect(notes == [true, true, true, true])
          break
        }
        try #require(ending == .killed(signal: SIGKILL))
        moments += 1
      }
      // Each of the four changes takes a lock, and writes, syncs and renames a temporary file.
      #expect(moments >= 40)
      #expect(draftsLeft > 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(
        names == [
          "purchases.json", "purchases.json.lock", "toggles.json", "toggles.json.lock",
        ])
    }

    @Test(
      "Keeps its earlier changes if a full disk prevents one", arguments: [0, 1, 100, 200])
    func full(limit: Int) throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      #expect(try app("before", notes: 2).run().ending == .exited(0))
      let before = try contents()
      var program = app("after", notes: 1)
      program.fileSizeLimit = limit
      // An app does not handle this signal, or ignores it for its own reasons.
      program.words = ["/bin/sh", "-c", "trap '' XFSZ; exec \"$@\"", "sh"] + program.words
      let outcome = try program.run()
      #expect(outcome.ending == .exited(1))
      #expect(
        outcome.errors
          == "cannot write '\(folder.path)/purchases.json': File too large\n")
      #expect(try contents() == before)
    }

    private func contents() throws -> [String: Data] {
      var contents: [String: Data] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        contents[name] = try Data(contentsOf: folder.appendingPathComponent(name))
      }
      return contents
    }

    private let coin = ConsumableProduct(name: "Coin", productID: "COIN")

    private func product(_ id: String) -> Product { Product(name: "", productID: id) }
  }
#endif
