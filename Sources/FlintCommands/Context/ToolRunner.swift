internal import FlintAnalysis
internal import FlintCore
internal import FlintServer
internal import FlintText

/// Runs the calls of a server's clients in this process, on any thread.
final class ToolRunner: Sendable {
  let folder: ServedFolder
  let manifests = ManifestCache()
  private let answers = AnswerCache()

  init(in folder: ServedFolder) { self.folder = folder }

  /// What a command line comes to: what the command prints as text and as JSON, and on standard error.
  func run(_ words: [String]) -> ContextOutcome {
    let today = Clock.today
    if let answer = answers.answer(to: words, on: today) { return answer }
    let call = ToolCall(in: folder, manifests: manifests)
    let (status, paths) = Self.run(words, for: call)
    let outcome = ContextOutcome(
      texts: [call.text, call.errors].filter { !$0.isEmpty },
      structured: call.json.map { Array($0.onOneLine.utf8) }, isError: status == .noAnswer)
    // What a cancelled call came to is incomplete. Manifests are kept, for no cancellation cuts their reading short.
    if let paths, !Cancellation.isRequested {
      answers.keep(outcome, to: words, on: today, dependingOn: paths)
    }
    return outcome
  }

  /// - Returns: the files that the answer depends on too; nil where it depends on more.
  private static func run(
    _ words: [String], for call: ToolCall
  ) -> (ExitStatus, dependingOn: [WatchedPath]?) {
    let errors = Diagnostics.collected { call.errors += $0 }
    do throws(UsageProblems) {
      // A tool's words ask for no help.
      guard case .run(let invocation) = try Parser.parse(words) else { return (.noAnswer, []) }
      var context = CommandContext(invocation, for: .call(call))
      do throws(CommandFailure) {
        let status = try invocation.command.run(&context)
        return (status, context.dependsOnGit ? nil : context.pathsRead)
      } catch {
        errors.write(error)
        return (.noAnswer, context.dependsOnGit ? nil : context.pathsRead)
      }
    } catch {
      errors.write(.usage(error))
      return (.noAnswer, [])
    }
  }
}

/// What calls came to, for as long as no file that they read has changed: a proof is not made twice.
final class AnswerCache: Sendable {
  private struct Entry: Sendable {
    let words: [String]
    let paths: [WatchedPath]
    let today: DateTime?
    let outcome: ContextOutcome
  }

  /// How many answers are kept, and how long an answer may be for that, in bytes: four megabytes at most.
  private static let limit = 32
  private static let maxLength = 1 << 17

  /// The ones used last at the end.
  private let entries = Locked<[Entry]>([])

  func answer(to words: [String], on today: DateTime?) -> ContextOutcome? {
    let entry = entries.withLock { entries -> Entry? in
      guard let index = entries.firstIndex(where: { $0.words == words }) else { return nil }
      let entry = entries.remove(at: index)
      entries.append(entry)
      return entry
    }
    // `today` is an answer's only input that is in no file.
    guard let entry, entry.today == today, !entry.paths.contains(where: \.hasChanged) else {
      return nil
    }
    return entry.outcome
  }

  func keep(
    _ outcome: ContextOutcome, to words: [String], on today: DateTime?,
    dependingOn paths: [WatchedPath]
  ) {
    let length = outcome.texts.reduce(outcome.structured?.count ?? 0) { $0 + $1.utf8.count }
    if length > Self.maxLength { return }
    let entry = Entry(words: words, paths: paths, today: today, outcome: outcome)
    entries.withLock { entries in
      entries.removeAll { $0.words == words }
      entries.append(entry)
      if entries.count > Self.limit { entries.removeFirst() }
    }
  }
}
