import FlintAnalysis
import FlintModel
import FlintText

/// Runs the commands that clients of the MCP server (`mcp`) request as tool calls. The commands run in this process, on
/// the thread of the caller, and their results are cached.
final class ToolRunner: Sendable {
  let folder: ServedFolder
  let manifests = ManifestCache()
  private let answers = ToolResultCache()

  init(in folder: ServedFolder) { self.folder = folder }

  /// Runs the command line of a tool call, or returns the cached result of an earlier call.
  ///
  /// - Returns: The command's result as text and as JSON, and its warnings and errors as text.
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

  /// Runs the command line of a tool call, which writes its output to `call`. Returns the exit status, and the files on
  /// which the result depends. The files are nil if the result also depends on a Git repository, so that it must not be
  /// cached.
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

/// A cache of the results of tool calls, so that an analysis of seconds is not repeated. A result is valid until a file
/// on which it depends changes, but at most until the end of the day, because it can also depend on the date.
/// Thread-safe.
final class ToolResultCache: Sendable {
  private struct Entry: Sendable {
    let words: [String]
    let paths: [WatchedPath]
    let today: DateTime?
    let outcome: MCPOutcome
  }

  /// The maximum number of tool call results in the cache. Together with ``maxLength``, it limits the size of the cache
  /// to four megabytes.
  private static let limit = 32
  /// The maximum size, in bytes, of a tool call result that is cached. Larger results are computed again for each call.
  private static let maxLength = 1 << 17

  /// The cached results of tool calls (commands that a client of the MCP server has run). The result that has not been
  /// used for the longest time is first, and is removed first.
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
