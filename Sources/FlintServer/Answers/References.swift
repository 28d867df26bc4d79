import FlintCore
import FlintManifest
import FlintText

/// Where things are declared and named, and other names for them.
extension LanguageServer {
  func definition(_ message: Message) throws(ResponseError) -> Result {
    try requestAtPlace(message) { (_, request, offset) throws(ResponseError) in
      guard let project = request.project, let mention = request.mention(at: offset) else {
        return nil
      }
      var places = project.declarations(of: project.things(named: mention.thing))
        .map { (uri(of: $0.file.path), $0.mention.range, $0.file.lines) }
      if let part = project.part(at: mention, in: request.file) {
        places = [(uri(of: part.path), 0..<0, part.lines)]
      }
      return { $0.array(of: places) { $1.location($0.0, $0.1, in: $0.2) } }
    }
  }

  func references(_ message: Message) throws(ResponseError) -> Result {
    try requestAtPlace(message) { (parameters, request, offset) throws(ResponseError) in
      guard let project = request.project, let mention = request.mention(at: offset) else {
        return nil
      }
      let withDeclaration =
        parameters.member("context")?.member("includeDeclaration")?.bool ?? true
      let places = project.mentions(like: mention, in: request.file)
        .flatMap { file, mentions in
          mentions.filter { withDeclaration || !$0.declares }
            .map { (uri(of: file.path), $0.range, file.lines) }
        }
      return { $0.array(of: places) { $1.location($0.0, $0.1, in: $0.2) } }
    }
  }

  // MARK: Other names

  func prepareRename(_ message: Message) throws(ResponseError) -> Result {
    try requestAtPlace(message) { (_, request, offset) throws(ResponseError) in
      guard request.project != nil, let mention = request.mention(at: offset),
        mention.thing.kind.canBeRenamed
      else { return nil }
      let range = mention.editableRange(in: request.file)
      let lines = request.file.lines
      return { writer in
        writer.object { writer in
          writer.key("range")
          writer.range(range, in: lines)
          writer.member("placeholder", mention.thing.name.text)
        }
      }
    }
  }

  func rename(_ message: Message) throws(ResponseError) -> Result {
    try requestAtPlace(message) { (parameters, request, offset) throws(ResponseError) in
      guard let name = parameters.member("newName")?.string else { throw .invalidParams }
      guard let project = request.project, let mention = request.mention(at: offset),
        mention.thing.kind.canBeRenamed
      else { throw ResponseError(.requestFailed, "there is no name here that could be another") }
      let things = project.things(named: mention.thing)
      // What was asked about comes first in what is said.
      try check(name, of: [mention.thing], in: project)
      try check(name, of: things, in: project)
      if let broken = project.files.first(where: { !$0.isJSON }) {
        throw ResponseError(
          .requestFailed, "'\(broken.path)' is not JSON, so that names may be missed")
      }
      var edits = project.mentions(of: things).map { file, mentions in
        (file: file, edits: Self.edits(of: mentions, things, name))
      }
      if mention.thing.name == ExactText(name) { edits = [] }
      let changes = edits.map { (uri(of: $0.file.path), $0.edits, $0.file.lines) }
      return { writer in
        writer.object { writer in
          writer.key("changes")
          writer.object { writer in
            for (uri, edits, lines) in changes {
              writer.key(named: uri)
              writer.array(of: edits) { $1.edit($0.0, $0.1, in: lines) }
            }
          }
        }
      }
    }
  }

  /// Errors: a name that cannot be, or that is something else's.
  private func check(
    _ name: String, of things: Set<Thing>, in project: Project
  ) throws(ResponseError) {
    for thing in things where !thing.name.text.isSame(as: name) {
      if !thing.kind.canBe(name) {
        throw ResponseError(
          .requestFailed, "'\(name)' cannot be the name of a \(thing.kind.rawValue)")
      }
      if project.isTaken(Thing(thing.kind, name, owner: thing.owner?.text)) {
        throw ResponseError(.requestFailed, "there is a \(thing.kind.rawValue) '\(name)' already")
      }
    }
  }

  private static func edits(
    of mentions: [Mention], _ things: Set<Thing>, _ name: String
  ) -> [(Range<Int>, String)] {
    var edits: [(Range<Int>, String)] = []
    for mention in mentions {
      guard let blocker = mention.blocker else {
        edits.append((mention.range, JSONText.quoted(name)))
        continue
      }
      // A blocker may name it twice and is written anew once.
      if edits.last?.0 == blocker.range { continue }
      let text = blocker.text.text { kind, other, owner in
        things.contains(Thing(kind, other, owner: owner)) ? name : nil
      }
      edits.append((blocker.range, JSONText.quoted(text)))
    }
    return edits
  }
}

extension Mention {
  /// The name without its quotes, where it is written as it is.
  fileprivate func editableRange(in file: TextSnapshot) -> Range<Int> {
    let bytes = file.text.bytes[range]
    guard bytes.first == UInt8(ascii: "\""), bytes.count >= 2,
      bytes.dropFirst().dropLast().elementsEqual(thing.name.text.utf8)
    else { return range }
    return range.lowerBound + 1..<range.upperBound - 1
  }
}

extension NameKind {
  fileprivate var canBeRenamed: Bool { isDeclared && self != .file }

  fileprivate func canBe(_ name: String) -> Bool {
    switch self {
    case .feature, .group, .level, .attribute, .condition, .assumption, .bucket:
      isIdentifier(name)
    case .product, .value, .action, .team: !name.isEmpty
    case .state: true
    case .permission, .platform, .file: false
    }
  }
}
