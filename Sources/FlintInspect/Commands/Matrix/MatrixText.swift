import FlintAnalysis
import FlintModel
import FlintText

/// Wide names become numbers with a legend; many columns become several tables.
struct MatrixText {
  private let manifest: Manifest
  private let columns: [NamedColumn]
  private let style: TextStyle
  private let heads: [String]

  private let nameWidth: Int

  init(_ columns: [NamedColumn], of manifest: Manifest, style: TextStyle) {
    self.manifest = manifest
    self.columns = columns
    self.style = style
    func width(_ feature: Int) -> Int {
      DisplayWidth.of(visible(manifest.features[feature].name))
        + max(Self.indentation(feature, manifest), 2)
    }
    nameWidth = min(max(manifest.features.indices.map(width).max() ?? 0, 7), style.width / 2)
    let names = columns.map(\.name)
    let named = names.reduce(nameWidth) { $0 + DisplayWidth.of(visible($1)) + 2 }
    heads = named > style.width ? columns.indices.map { "\($0 + 1)" } : names
  }

  func write(
    _ rows: some Sequence<(feature: Int, statuses: [FeatureStatus])>, into sink: inout ByteSink
  ) {
    let writer = TerminalWriter(style: style.unlimited)
    writeNumbers(writer, to: &sink)
    let blocks = blocks
    if blocks.count <= 1 {
      writeHead(blocks.first ?? 0..<0, writer, to: &sink)
      for row in rows { write(row, blocks.first ?? 0..<0, writer, to: &sink) }
    } else {
      // The rows are stored because every block (a table with some of the columns) needs all of them.
      let rows = Array(rows)
      for (index, block) in blocks.enumerated() {
        if index > 0 { sink.append("\n") }
        writeHead(block, writer, to: &sink)
        for row in rows { write(row, block, writer, to: &sink) }
      }
    }
    var legend = Line()
    for (index, status) in [FeatureStatus.available, .unavailable, .undetermined].enumerated() {
      if index > 0 { legend.add("   ") }
      legend.add("\(status.symbol) \(status.name)", isBreakable: false)
    }
    TerminalWriter(style: style).write([.blank, legend], to: &sink)
  }

  private var blocks: [Range<Int>] {
    var blocks: [Range<Int>] = []
    var start = 0
    var width = nameWidth
    for (index, head) in heads.enumerated() {
      let cells = DisplayWidth.of(visible(head)) + 2
      if width + cells > style.width, index > start {
        blocks.append(start..<index)
        (start, width) = (index, nameWidth)
      }
      width += cells
    }
    return heads.isEmpty ? [] : blocks + [start..<heads.count]
  }

  private func writeNumbers(_ writer: TerminalWriter, to sink: inout ByteSink) {
    if heads == columns.map(\.name) { return }
    let wrapping = TerminalWriter(style: style)
    for (index, column) in columns.enumerated() {
      let start = "\(columns.count)".utf8.count + 2
      var line = Line(indentation: 0, hanging: start)
      line.add("\(index + 1)", .quiet)
      line.pad(to: start)
      line.add(column.name)
      wrapping.write(line, to: &sink)
    }
    sink.append("\n")
  }

  private func writeHead(_ block: Range<Int>, _ writer: TerminalWriter, to sink: inout ByteSink) {
    var head = Line()
    head.pad(to: nameWidth, atLeast: 0)
    for name in heads[block] {
      head.add("  ")
      head.add(name, .strong, isBreakable: false)
    }
    writer.write(head, to: &sink)
  }

  private func write(
    _ row: (feature: Int, statuses: [FeatureStatus]), _ block: Range<Int>,
    _ writer: TerminalWriter, to sink: inout ByteSink
  ) {
    var line = Line()
    line.add(name(of: row.feature), isBreakable: false)
    var stop = nameWidth
    for (status, head) in zip(row.statuses[block], heads[block]) {
      stop += 2
      line.pad(to: stop, atLeast: line.width > stop ? 1 : 0)
      line.add(status.symbol, status.role)
      stop += DisplayWidth.of(visible(head))
    }
    writer.write(line, to: &sink)
  }

  private func name(of feature: Int) -> String {
    let indentation = String(repeating: " ", count: Self.indentation(feature, manifest))
    let name = visible(manifest.features[feature].name)
    let room = nameWidth - indentation.utf8.count
    guard DisplayWidth.of(name) > room else { return indentation + name }
    var used = 1
    let cut = name.prefix { character in
      used += DisplayWidth.of(character)
      return used <= room
    }
    return indentation + cut + "…"
  }

  private static func indentation(_ feature: Int, _ manifest: Manifest) -> Int {
    2 * min(8, manifest.ancestors(of: feature).reduce(0) { n, _ in n + 1 })
  }
}
