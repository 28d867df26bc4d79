/// `git ls-files --stage -z`: `MODE ID STAGE<tab>PATH<zero>` for each file.
package struct GitIndexListing {
  private var root: [[UInt8]: GitEntry] = [:]

  package var folder: GitFolder { .listed(root) }

  /// - Parameter stage: 1 to 3 in a conflict; files without it are taken from 0.
  package init(_ output: [UInt8], stage: Int) {
    var preferred: [(path: [ArraySlice<UInt8>], entry: GitEntry)] = []
    for record in output.split(separator: 0) {
      guard let tab = record.firstIndex(of: UInt8(ascii: "\t")) else { continue }
      let head = record[..<tab].split(separator: UInt8(ascii: " "))
        .map { String(decoding: $0, as: UTF8.self) }
      guard head.count == 3, let mode = Int(head[0], radix: 8) else { continue }
      let path = record[(tab + 1)...].split(separator: UInt8(ascii: "/"))
      let entry = GitEntry(mode: mode, id: head[1])
      if head[2] == String(stage) {
        preferred.append((path, entry))
      } else if head[2] == "0" {
        Self.insert(entry, at: path[...], into: &root)
      }
    }
    for (path, entry) in preferred { Self.insert(entry, at: path[...], into: &root) }
  }

  private static func insert(
    _ entry: GitEntry, at path: ArraySlice<ArraySlice<UInt8>>,
    into folder: inout [[UInt8]: GitEntry]
  ) {
    guard let first = path.first else { return }
    let name = Array(first)
    let rest = path.dropFirst()
    if rest.isEmpty {
      folder[name] = entry
      return
    }
    // Remove the folder from the dictionary while it changes, so that it is not copied.
    var inner: [[UInt8]: GitEntry] = [:]
    if case .folder(.listed(let known)) = folder.removeValue(forKey: name) { inner = known }
    insert(entry, at: rest, into: &inner)
    folder[name] = .folder(.listed(inner))
  }
}
