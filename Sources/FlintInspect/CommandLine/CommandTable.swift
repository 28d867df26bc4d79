/// The table of all commands. The parser, the overview, the help pages and the shell completions are derived from it.
enum CommandTable {
  static let commands: [Command] = [
    .evaluate, .explain, .validate, .test, .cover, .impact, .matrix, .plan, .diff, .history,
    .audience, .stream, .schema, .report, .lsp, .mcp, .import, .bundle, .initialize,
    .completions,
  ]
}
