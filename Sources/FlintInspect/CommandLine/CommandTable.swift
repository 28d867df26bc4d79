enum CommandTable {
  static let commands: [Command] = [
    .evaluate, .explain, .validate, .test, .cover, .impact, .matrix, .plan, .diff, .history,
    .audience, .stream, .schema, .report, .lsp, .mcp, .import, .bundle, .initialize,
    .completions,
  ]
}
