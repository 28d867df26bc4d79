// Writes purchases and toggles to a folder like an app, for tests that observe the files from another process.
//
// StorageWriter FOLDER NAME COUNT [stop]: with `stop` it stops itself before it begins, and waits to be continued.

import FlintCore
import FlintModel
import FlintStorage
import Foundation

let folder = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
let name = CommandLine.arguments[2]
let count = Int(CommandLine.arguments[3]) ?? 0

func say(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8)) }

let purchases = FilePurchases(at: folder.appendingPathComponent("purchases.json")) { say("\($0)") }
let toggles = FileToggles(at: folder.appendingPathComponent("toggles.json")) { say("\($0)") }
let coin = ConsumableProduct(name: "Coin", productID: "COIN")

if CommandLine.arguments.count > 4 { raise(SIGSTOP) }
do {
  for number in 0..<count {
    try purchases.set(.purchased, of: Product(name: "", productID: "\(name)-\(number)"))
    try purchases.add(credits: 1, of: coin)
    try purchases.setUnlocked(true, featureID: "\(name)-\(number)")
    toggles.set(true, featureID: "\(name)-\(number)")
  }
} catch {
  say("\(error)")
  exit(1)
}
