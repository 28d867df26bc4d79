import FlintManifest
import FlintText
import TestSupport
import Testing

@testable import FlintInspect

/// Compares a schema with the reader of the same files, on files with single changes.
struct Comparison {
  private let schema: SchemaValidator
  private let read: (JSONDocument) -> [Diagnostic]

  /// The quick depth tries only every fifth change.
  private static let stride = TestDepth.count(5, thorough: 1)

  /// The changes that were considered. Each is considered once for each role.
  private var tried: Set<String> = []

  private var scalars: Set<Role> = []

  /// The roles with a disagreement. Only the first one of each role is reported.
  private var disputed: Set<Role> = []

  private(set) var refused: Set<Role> = []

  init(with schema: JSONSchema, read: @escaping (JSONDocument) -> [Diagnostic]) throws {
    self.schema = try SchemaValidator(schema)
    self.read = read
  }

  /// Compares the results for a valid file, and for the file with every single change.
  mutating func compare(_ legal: JSONTree, from source: String) throws {
    if let dispute = dispute(of: legal, try problems(in: legal)) {
      Issue.record("\(source): \(dispute)")
      return
    }
    for path in legal.paths {
      let role = Role(of: legal.path(to: path))
      let value = legal[path]
      if value.isScalar, !scalars.insert(role).inserted { continue }
      for change in Change.changes(of: value) where tried.insert("\(role), \(change)").inserted {
        if role.isOfAttribute, !change.isWrongForEveryAttribute { continue }
        guard tried.count % Self.stride == 0 else { continue }
        var changed = legal
        changed[path] = try change.apply(to: value)
        let problems = try problems(in: changed)
        if let dispute = dispute(of: changed, problems), disputed.insert(role).inserted {
          Issue.record("\(source), \(role), \(change): \(dispute)")
        }
        if problems.contains(where: \.isOfSchema) { refused.insert(role) }
      }
    }
  }

  private func problems(in tree: JSONTree) throws -> [Diagnostic] {
    read(try JSONDocument(tree.text))
  }

  /// Returns the disagreement if the schema's result differs from the reader's problems.
  private func dispute(of file: JSONTree, _ problems: [Diagnostic]) -> String? {
    guard let reported = schema.problem(in: file) else {
      return problems.first(where: \.isOfSchema).map {
        "the schema takes what its reader refuses: \($0.message)"
      }
    }
    return problems.isEmpty ? "the schema refuses what its reader takes: \(reported)" : nil
  }

  /// Expects that both have rejected a change below each of the given keys.
  func expectRefusals(in role: String, of names: [String]) {
    let refused = Set(refused.filter { $0.steps.first == role }.map { $0.steps.dropFirst().first })
    for name in names {
      #expect(refused.contains(name), "nothing was wrong under '\(name)' in what is a '\(role)'")
    }
  }
}

extension SchemaValidator {
  init(_ schema: JSONSchema) throws {
    var sink = ByteSink()
    schema.write(to: &sink)
    try self.init(sink.string)
  }
}
