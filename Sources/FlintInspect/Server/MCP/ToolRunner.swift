import FlintAnalysis
import FlintModel
import FlintText

/// Runs calls in this process, and caches results.
final class ToolRunner: Sendable {
  let folder: ServedFolder
  let manifests = ManifestCache()
  private let answers = ToolResultCache()

  init(in folder: ServedFolder) { self.folder = folder }

  func run(_ words: [String]) -> MCPOutcome {
    let today = Clock.today
    if let answer = answers.answer(to: words, on: today) { return answer }
    let call = ToolCall(in: folder, manifests: manifests)
    let (status, paths) = Self.run(words, for: call)
    let outcome = MCPOutcome(
      texts: [call.text, call.errors].filter { !$0.isEmpty },
      structured: call.json.map { Array($0.onOneLine.utf8) }, isError: status == .noResult)
    // The result of a canceled call is incomplete, so do not cache it. ManifestCache needs no such check, because
    // reading a manifest is never cut short.
    if let paths, !Cancellation.isRequested {
      answers.keep(outcome, to: words, on: today, dependingOn: paths)
    }
    return outcome
  }

  /// Nil files if Git was read, so that nothing is cached.
  private static func run(
    _ words: [String], for call: ToolCall
  ) -> (ExitStatus, dependingOn: [WatchedPath]?) {
    let errors = Diagnostics.collected { call.errors += $0 }
    do throws(UsageProblems) {
      // The command line of a tool call is never a request for help.
      guard case .run(let invocation) = try Parser.parse(words) else { return (.noResult, []) }
      var context = CommandContext(invocation, for: .call(call))
      do throws(CommandFailure) {
        let status = try invocation.command.run(&context)
        return (status, context.dependsOnGit ? nil : context.pathsRead)
      } catch {
        errors.write(error)
        return (.noResult, context.dependsOnGit ? nil : context.pathsRead)
      }
    } catch {
      errors.write(.usage(error))
      return (.noResult, [])
    }
  }
}

/// Until a file changes, or the day ends.
final class ToolResultCache: Sendable {
  private struct Entry: Sendable {
    let words: [String]
    let paths: [WatchedPath]
    let today: DateTime?
    let outcome: MCPOutcome
  }

  private static let limit = 32
  /// In bytes.
  private static let maxLength = 1 << 17

  private let entries = Locked<[Entry]>([])

  func answer(to words: [String], on today: DateTime?) -> MCPOutcome? {
    let entry = entries.withLock { entries -> Entry? in
      guard let index = entries.firstIndex(where: { $0.words == words }) else { return nil }
      let entry = entries.remove(at: index)
      entries.append(entry)
      return entry
    }
    // Apart from files, today's date is the only input of a result.
    guard let entry, entry.today == today, !entry.paths.contains(where: \.hasChanged) else {
      return nil
    }
    return entry.outcome
  }

  func keep(
    _ outcome: MCPOutcome, to words: [String], on today: DateTime?,
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
