extension CommandContext {
  /// Reads a saved result. Throws if it was counted with another manifest than `manifest`.
  mutating func readAudience(
    _ path: String, of manifest: ManifestFile? = nil
  ) throws -> Audience {
    let source = try read(path)
    let document = try source.document()
    do throws(AudienceReader.Problems) {
      return try AudienceReader.read(document, of: manifest)
    } catch {
      throw InvalidInput(source, error.found.map(\.diagnostic))
    }
  }
}

extension AudienceReader.Problem {
  var diagnostic: Diagnostic {
    func problem(_ rule: AudienceRule, _ message: String, _ advice: String) -> Diagnostic {
      let hint = "\(advice) '\(programName) audience MANIFEST STATES --format json'"
      return Diagnostic(.error, rule: rule.rawValue, message: message, hint: hint, range: range)
    }
    func otherManifest(_ message: String) -> Diagnostic {
      problem(.otherManifest, message, "create the result again with this manifest:")
    }
    return switch fact {
    case .input(let problem): problem.at(range)
    case .notAnAudience:
      problem(
        .notAnAudience, "the file is not a result of 'audience --format json'", "create one with")
    case .otherManifest: otherManifest("the result was counted with another manifest")
    case .irregular:
      otherManifest("the features and constraints of the result are not those of one manifest")
    }
  }
}

/// Rules of errors in a saved result of `audience --format json`.
enum AudienceRule: String, CaseIterable {
  case notAnAudience = "not-an-audience"
  case otherManifest = "other-manifest"

  var summary: String {
    switch self {
    case .notAnAudience: "a file to merge or show must be a result of 'audience --format json'"
    case .otherManifest: "an audience result must have been counted with the same manifest"
    }
  }
}

/// Files of states, read one after the other.
final class PopulationFiles: @unchecked Sendable {
  // INVARIANT: only `read` accesses the mutable state before the run ends, and only one thread at a time calls `read`.
  let paths: [String]
  private var open: (source: Int, descriptor: POSIX.Descriptor)?

  private let advice: ConversionAdvice

  var problem: (any Error)?

  /// The size of all files in bytes; nil if one is a pipe.
  let size: Int?

  init(_ paths: [String], _ advice: ConversionAdvice) throws {
    (self.paths, self.advice) = (paths, advice)
    var total: Int? = 0
    for path in paths {
      do {
        let status =
          path == "-" ? try POSIX.status(POSIX.standardInput) : try POSIX.status(path)
        if status.isDirectory { throw SystemError.isDirectory }
        // Find out now, not when a part of the result is written.
        if status.isRegular, path != "-" {
          try path == paths[0] ? POSIX.requireReadable(path) : advice.requireLines(in: path)
        }
        total = status.isRegular ? total.map { $0 + status.size } : nil
      } catch let error as SystemError {
        throw Problem.read(path, error)
      }
    }
    size = total
  }

  deinit { close() }

  var input: PopulationInput {
    PopulationInput(sources: paths.count) { source, memory in self.read(source, memory) }
  }

  private func read(_ source: Int, _ memory: UnsafeMutableRawBufferPointer) -> Int? {
    do {
      let isBeginning = open?.source != source
      let count = try POSIX.readBytes(try descriptor(of: source), into: memory)
      if isBeginning {
        try advice.requireLines(
          UnsafeRawBufferPointer(rebasing: memory[..<count]), in: paths[source])
      }
      return count
    } catch {
      problem = (error as? SystemError).map { Problem.read(paths[source], $0) } ?? error
      return nil
    }
  }

  private func descriptor(of source: Int) throws -> POSIX.Descriptor {
    if let open, open.source == source { return open.descriptor }
    close()
    let path = paths[source]
    let descriptor = path == "-" ? POSIX.standardInput : try POSIX.openForReading(path)
    open = (source, descriptor)
    return descriptor
  }

  private func close() {
    if let open, open.descriptor != POSIX.standardInput { POSIX.closeFile(open.descriptor) }
    open = nil
  }
}

final class ReadingProgress: @unchecked Sendable {
  // INVARIANT: only `update` accesses the mutable state before the run ends, and only one thread at a time calls
  // `update`.
  private let total: Int?
  private let begin = POSIX.monotonicSeconds
  private var line: Progress

  /// - Parameter total: In bytes; nil if unknown.
  init(of total: Int?) {
    self.total = total
    line = Progress(total: total ?? 0, of: "bytes")
  }

  func update(bytes: Int, lines: Int) { line.show(text(bytes: bytes, lines: lines)) }

  func finish() { line.clear() }

  private func text(bytes: Int, lines: Int) -> String {
    let seconds = POSIX.monotonicSeconds - begin
    var text = megabytes(bytes)
    if let total, total >= bytes { text += " of \(megabytes(total))" }
    text += ", \(Int(Double(lines) / seconds)) states per second"
    if let total, total >= bytes, bytes > 0 {
      let left = Int((Double(total - bytes) / Double(bytes) * seconds).rounded(.up))
      text += ", \(left) s left"
    }
    return text
  }

  private func megabytes(_ bytes: Int) -> String { "\(bytes / 1_000_000) MB" }
}

/// Reports the errors of ten lines, then totals by rule. Writes all rejected lines to `--rejects`.
final class RejectedLines: @unchecked Sendable {
  // INVARIANT: only `add` accesses the mutable state before the run ends, and only one thread at a time calls `add`.
  private static let namedAtMost = 10

  private let files: PopulationFiles
  private let diagnostics: Diagnostics
  private let file: Output?
  private var named = 0
  private var reasons: [String: Int64] = [:]

  init(
    of files: PopulationFiles, keptIn path: String?, reportedTo diagnostics: Diagnostics
  ) throws {
    self.files = files
    self.diagnostics = diagnostics
    file = if let path { try Output(path: path) } else { nil }
  }

  func add(_ source: Int, _ rejection: Rejection) {
    if let file {
      file.write(rejection.text.bytes)
      withUnsafeBytes(of: UInt8(ascii: "\n")) { file.write($0) }
    }
    reasons[rejection.problems[0].rule, default: 0] += 1
    guard named < Self.namedAtMost else { return }
    named += 1
    diagnostics.write(rejection.problems, in: self.line(rejection, in: source))
  }

  func line(_ rejection: Rejection, in source: Int) -> SourceFile {
    SourceFile(path: files.paths[source], text: rejection.text, firstLine: rejection.line)
  }

  func finish() throws {
    try file?.finish()
    let count = reasons.values.reduce(0, +)
    guard reasons.count > 1 || count > Self.namedAtMost else { return }
    diagnostics.warn(
      ofRejected: reasons, count > named ? ", of which the first \(named) are listed" : "")
  }
}

/// Rejects input other than lines of JSON, and suggests a conversion.
struct ConversionAdvice {
  let invocation: Invocation

  func requireLines(in path: String) throws {
    let descriptor = try POSIX.openForReading(path)
    defer { POSIX.closeFile(descriptor) }
    try withUnsafeTemporaryAllocation(byteCount: 1 << 12, alignment: 1) { memory in
      let count = try POSIX.readBytes(descriptor, into: memory)
      try requireLines(UnsafeRawBufferPointer(rebasing: memory[..<count]), in: path)
    }
  }

  func requireLines(
    _ beginning: UnsafeRawBufferPointer, in path: String
  ) throws(InvalidInput) {
    guard let input = UnsupportedInput(beginning: beginning) else { return }
    throw InvalidInput(
      SourceFile(path: FileName.shown(path), text: SourceText([])),
      [diagnostic(of: input, in: path)])
  }

  private func diagnostic(of input: UnsupportedInput, in path: String) -> Diagnostic {
    let word = path == "-" ? nil : ShellWord.path(path)
    let command = input.command(word, isPlain: word?.isSame(as: path) ?? true)
    let hint = command.map { words in
      "\(path == "-" ? "… | " : "")\(words) | \(programName) \(invocation.command.name) "
        + ShellWord.path(invocation.arguments[0])
    }
    let guide = input.isTable ? ", with the columns of the guide “PopulationTables”" : ""
    return Diagnostic(
      .error, rule: "not-lines-of-json", message: input.prose,
      hint: hint.map { "convert the input to lines\(guide): \($0)" })
  }
}

extension Diagnostics {
  func warn(ofRejected reasons: [String: Int64], _ note: String = "") {
    if reasons.isEmpty { return }
    let count = reasons.values.reduce(0, +)
    let totals = reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
      "\($0.key) (\(counted($0.value, "line")))"
    }
    warn(
      "\(counted(count, "line")) \(count == 1 ? "is" : "are") rejected\(note): "
        + totals.list())
  }
}

extension [FactKey] {
  static let groups = GroupKey.Kind.allCases.map { kind in
    FactKey(
      word: kind.rawValue,
      declared: kind == .purchase ? .product : EntityKind(rawValue: kind.rawValue),
      section: kind == .permission ? .permissions : nil)
  }
}

extension GroupKey {
  static var forms: String { alternatives([FactKey].groups.map(\.form)) }
}

extension Manifest {
  func groupKey(_ text: String, option: String) throws -> GroupKey {
    guard let (key, name) = [FactKey].groups.split(text),
      let kind = GroupKey.Kind(rawValue: key.word)
    else { throw Problem("cannot group by \(quoted(text)); expected \(GroupKey.forms)") }
    if kind == .purchase, resolve(name, .product) == nil, let group = resolve(name, .group) {
      let meant = "\(GroupKey.Kind.group.rawValue):\(groups[group].id)"
      throw Problem.unknown(.product, name, option: option, hint: didYouMean(meant))
    }
    let index = try key.declared.map { try find(name, $0, option: option) } ?? 0
    switch kind {
    case .platform: return .platform
    case .osVersion: return .osVersion
    case .appVersion: return .appVersion
    case .attribute: return .attribute(index)
    case .permission: return .permission(.allCases[index])
    case .purchase: return .purchase(index)
    case .group:
      let products = products.filter { $0.group == index }.map(\.id)
      let group = groups[index]
      if (group.levels.isEmpty ? products : group.levels).contains(GroupKey.unknown) {
        throw Problem(
          """
          cannot group by \(quoted(group.id)): it has a level or product \
          '\(GroupKey.unknown)', the name of the users whose purchases are not known
          """)
      }
      return .group(index)
    }
  }
}
