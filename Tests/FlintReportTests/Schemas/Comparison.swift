import FlintManifest
import FlintReport
import FlintText
import TestSupport
import Testing

/// A schema beside the reader of the same files, and what they say of files with one thing changed.
struct Comparison {
  private let schema: SchemaValidator
  private let read: (JSONDocument) -> [InputProblem]

  /// What has been tried, each change once in a role.
  private var tried: Set<String> = []

  /// Where what is no object and no list has been changed already.
  private var scalars: Set<Role> = []

  /// Where they did not agree, of which one change is enough to hear.
  private var disputed: Set<Role> = []

  /// Where both have refused something.
  private(set) var refused: Set<Role> = []

  init(with schema: JSONSchema, read: @escaping (JSONDocument) -> [InputProblem]) throws {
    self.schema = try SchemaValidator(schema)
    self.read = read
  }

  /// Holds a legal file to both, and what becomes of it with one thing changed.
  mutating func compare(_ legal: JSONTree, from source: String) throws {
    if let dispute = dispute(of: legal, try problems(in: legal)) {
      Issue.record("\(source): \(dispute)")
      return
    }
    for place in legal.places {
      let role = Role(of: legal.path(to: place))
      let value = legal[place]
      if value.isScalar, !scalars.insert(role).inserted { continue }
      for change in Change.changes(of: value) where tried.insert("\(role), \(change)").inserted {
        if role.isOfAttribute, !change.isWrongForEveryAttribute { continue }
        var changed = legal
        changed[place] = try change.apply(to: value)
        let problems = try problems(in: changed)
        if let dispute = dispute(of: changed, problems), disputed.insert(role).inserted {
          Issue.record("\(source), \(role), \(change): \(dispute)")
        }
        if problems.contains(where: \.fact.isOfSchema) { refused.insert(role) }
      }
    }
  }

  private func problems(in tree: JSONTree) throws -> [InputProblem] {
    read(try JSONDocument(tree.text))
  }

  /// What the schema says of a file in which its reader has found some problems, where that is something else.
  private func dispute(of file: JSONTree, _ problems: [InputProblem]) -> String? {
    guard let reported = schema.problem(in: file) else {
      return problems.first(where: \.fact.isOfSchema).map {
        "the schema takes what its reader refuses: \($0.diagnostic.message)"
      }
    }
    return problems.isEmpty ? "the schema refuses what its reader takes: \(reported)" : nil
  }

  /// Expects that both have refused something wherever one of some names leads.
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
