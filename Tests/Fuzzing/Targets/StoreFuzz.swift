import FlintCore
import FlintManifest
import FlintProject
import FlintText

/// Imports store configurations into manifests of several layouts. The manifests must then contain the products, and
/// must not change otherwise.
enum StoreFuzz: FuzzTarget {
  private static let manifests = [
    #"{"manifestVersion":1}"#, "{ \"manifestVersion\": 1 }\n",
    "{\r\n\t\"manifestVersion\": 1,\r\n\t\"features\": []\r\n}",
    #"{"products":[],"manifestVersion":1}"#,
    "{\n  \"manifestVersion\": 1,\n  \"products\": [\n  ],\n  \"features\": []\n}\n",
    "{ \"manifestVersion\": 1, \"products\": [ { \"id\": \"a\", \"type\": \"consumable\" } ] }",
    """
    {
      "products": [
        {
          "id": "a",
          "type": "nonConsumable"
        }
      ],
      "manifestVersion": 1,
      "app": { "name": "x" }
    }
    """,
  ]

  static func run(_ input: [UInt8]) {
    let store: StoreConfiguration
    do {
      store = try StoreConfiguration(source(input))
    } catch {
      return check(error)
    }
    if !store.warnings.isEmpty { check(InvalidInput(store.source, store.warnings)) }
    let products = StoreProducts([store])
    for text in manifests {
      guard let file = try? ManifestFile(source(text.utf8)) else { fatalError(text) }
      let additions = StoreAdditions(of: products, to: file)
      _ = ProductImport.differences(products, from: file, adding: additions)
      if additions.isEmpty { continue }
      var sink = ByteSink()
      ProductInsertion(of: additions, into: file).write(to: &sink)
      let written = sink.string
      guard let again = try? ManifestFile(source(written.utf8)) else {
        fatalError("cannot read a manifest with the imported products: \(written)")
      }
      let lacking = StoreAdditions(of: products, to: again)
      hold(lacking.isEmpty, equals: true, "the manifest contains all imported products")
      hold(
        isSubsequence(Array(text.utf8), of: Array(written.utf8)),
        "the import changes nothing else in the manifest")
    }
  }

  /// Whether the shorter text results from the longer one by deleting bytes.
  private static func isSubsequence(_ short: [UInt8], of long: [UInt8]) -> Bool {
    var rest = short[...]
    for byte in long where rest.first == byte { rest.removeFirst() }
    return rest.isEmpty
  }
}
