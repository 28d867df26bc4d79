import FlintProject
import FlintText

/// A repository's objects in memory. Their ids are numbers padded to forty digits.
final class MemoryObjects: GitObjects {
  func entries(ofTree id: String) throws(GitProblem) -> [[UInt8]: GitEntry] {
    try object(id, .tree).entries
  }

  private var objects: [String: GitObject] = [:]

  static func id(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 40 - digits.count) + digits
  }

  func object(_ id: String, _ kind: GitObject.Kind) throws(GitProblem) -> GitObject {
    guard let object = objects[id] else { throw .missingObject(id) }
    guard object.kind == kind else { throw GitProblem("object \(id) is malformed") }
    return object
  }

  func addBlob(_ number: Int, _ text: String) {
    let id = Self.id(number)
    objects[id] = GitObject(id: id, kind: .blob, content: SourceText(text))
  }

  /// - Parameter entries: The entries, each with a mode, a name and the number of an object.
  func addTree(_ number: Int, _ entries: [(mode: String, name: String, object: Int)]) {
    var bytes: [UInt8] = []
    for entry in entries {
      bytes += Array("\(entry.mode) \(entry.name)\0".utf8)
      bytes += [UInt8](repeating: 0, count: 18)
      bytes += [UInt8(entry.object >> 8), UInt8(entry.object & 255)]
    }
    let id = Self.id(number)
    objects[id] = GitObject(id: id, kind: .tree, content: SourceText(bytes))
  }
}
