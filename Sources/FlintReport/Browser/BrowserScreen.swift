internal import FlintCore
internal import FlintText

/// The layout of the interactive command `browse`. It arranges the contents of a ``BrowserView`` as rows of a terminal
/// screen. Of the tree of features, only the visible rows are generated.
package struct BrowserScreen {
  private let view: BrowserView
  private let size: ScreenSize

  package init(_ view: BrowserView, size: ScreenSize) {
    self.view = view
    self.size = size
  }

  /// The smallest supported window. A smaller one shows only a message that it is too small.
  package static let smallest = ScreenSize(columns: 24, rows: 6)

  private var isTooSmall: Bool {
    size.columns < Self.smallest.columns || size.rows < Self.smallest.rows
  }

  // MARK: Layout

  private var hasRules: Bool { size.rows >= 20 }
  private var top: Int { hasRules ? 3 : 2 }

  /// The number of screen rows between the header and the footer. They show the tree of features, the page with the
  /// details of the selected feature, or both side by side.
  package var bodyHeight: Int { max(size.rows - top - (hasRules ? 2 : 1), 1) }

  /// Whether the tree of features and the page with the details are shown side by side. A narrow window shows only one
  /// of them.
  private var isDivided: Bool { size.columns >= 60 }

  private var treeWidth: Int {
    isDivided ? min(size.columns * 2 / 5, 60) : size.columns
  }

  private var pageColumn: Int { isDivided ? treeWidth + 3 : 0 }
  private var pageWidth: Int { size.columns - pageColumn }

  // MARK: Scrolling

  /// The maximum number of rows by which the page with the details, on the right-hand side of the screen, can be
  /// scrolled.
  package var maxScroll: Int {
    isTooSmall ? 0 : max(pageRows.count - bodyHeight, 0)
  }

  /// The scroll position of the page with the details, in rows, at which the page's selected item is visible. Of all
  /// such positions, it is the one nearest to the current position. If the first item is selected and visible without
  /// scrolling, it is 0, so that the lines above the item are shown, too.
  package var scrollToItem: Int {
    guard !isTooSmall else { return 0 }
    let rows = pageRows
    var scroll = min(view.scroll, max(rows.count - bodyHeight, 0))
    guard let first = rows.firstIndex(where: { $0.item == view.item }),
      let last = rows.lastIndex(where: { $0.item == view.item })
    else { return scroll }
    if last >= scroll + bodyHeight { scroll = last - bodyHeight + 1 }
    // Selecting the first item also scrolls to the lines above it.
    return view.item == 0 && last < bodyHeight ? 0 : min(scroll, first)
  }

  // MARK: Rows

  package var rows: [ScreenRow] {
    guard !isTooSmall else { return tooSmall }
    let page = pageRows
    var rows = head
    if hasRules { rows.append(rule(hiddenRows(page).map(\.above))) }
    rows += body(page)
    if hasRules { rows.append(rule(hiddenRows(page).map(\.below))) }
    rows.append(foot(page))
    return rows
  }

  private var tooSmall: [ScreenRow] {
    var row = ScreenRow()
    row.add([Span("The window is too small.")], at: 0, limit: size.columns)
    return [row] + Array(repeating: .blank, count: max(size.rows - 1, 0))
  }

  private var head: [ScreenRow] {
    let state = view.sentences.state
    var title = ScreenRow()
    title.add(
      [
        Span(state.manifest.app.name ?? view.manifestPath, .strong), Span(" on "),
        Span(state.deviceDisplayText, .strong), Span(", \(state.appDisplayText)"),
      ], at: 0, limit: size.columns)
    let counts = counts
    let width = counts.reduce(0) { $0 + $1.width }
    let column = max(size.columns - width, 0)
    var origin = ScreenRow()
    origin.add(
      [Span("State: ", .quiet), Span(view.origin.displayText)]
        + (view.isChanged ? [Span(", changed", .open)] : []) + impossibility, at: 0,
      limit: max(column - 2, 0))
    origin.add(counts, at: column, limit: size.columns - column)
    return [title, origin]
  }

  private var impossibility: [Span] {
    let manifest = view.sentences.manifest
    let names = view.sentences.brokenAssumptions.map { "“\(manifest.assumptions[$0].name)”" }
    if names.isEmpty { return [] }
    let allNames = names.joined(separator: ", ")
    return [Span(", impossible: breaks the assumption \(allNames)", .bad)]
  }

  private var counts: [Span] {
    let counts = StatusCounts(view.statuses)
    return FeatureStatus.allCases.enumerated().map { index, status in
      Span("\(index == 0 ? "" : "  ")\(status.symbol) \(counts[status])", status.role)
    }
  }

  private func body(_ page: [PageRow]) -> [ScreenRow] {
    var rows = Array(repeating: ScreenRow.blank, count: bodyHeight)
    if showsTree { addTree(to: &rows) }
    if isDivided {
      for index in rows.indices {
        rows[index].add([Span("│", .quiet)], at: treeWidth + 1, limit: 1)
      }
    }
    if showsPage { addPage(page, to: &rows) }
    return rows
  }

  private var showsTree: Bool { isDivided || view.focus == .tree }
  private var showsPage: Bool { isDivided || view.focus == .page }

  private var firstTreeRow: Int {
    max(min(view.selectedRow - bodyHeight / 2, view.rows.count - bodyHeight), 0)
  }

  private func addTree(to rows: inout [ScreenRow]) {
    let tree = BrowserTree(view)
    let first = firstTreeRow
    for (index, row) in (first..<min(first + bodyHeight, view.rows.count)).enumerated() {
      rows[index].add(
        tree.spans(row, width: treeWidth), at: 0, limit: treeWidth,
        isSelected: row == view.selectedRow && view.focus == .tree)
    }
  }

  // MARK: Page

  private struct PageRow {
    let spans: [Span]
    let item: Int?
  }

  private var pageRows: [PageRow] {
    BrowserPage(view, width: pageWidth).lines.flatMap { line in
      line.line.wrapped(to: pageWidth).map { PageRow(spans: $0, item: line.item) }
    }
  }

  private func firstPageRow(_ page: [PageRow]) -> Int {
    min(view.scroll, max(page.count - bodyHeight, 0))
  }

  private func addPage(_ page: [PageRow], to rows: inout [ScreenRow]) {
    let first = firstPageRow(page)
    for (index, row) in page[first...].prefix(bodyHeight).enumerated() {
      let isSelected = row.item == view.item && view.focus == .page
      rows[index].add(row.spans, at: pageColumn, limit: pageWidth, isSelected: isSelected)
    }
  }

  // MARK: Hidden rows

  private struct HiddenRows {
    var above: Mark
    var below: Mark
  }

  private struct Mark {
    let arrow: String
    let count: Int

    let width: Int

    var text: String { count > 0 ? "─ \(arrow) \(count) more " : "" }
  }

  /// Returns how many rows of the tree of features and of the page with the details are scrolled out of view. If the
  /// window shows only one of them, the list has one element.
  private func hiddenRows(_ page: [PageRow]) -> [HiddenRows] {
    func hidden(_ count: Int, from first: Int, _ width: Int) -> HiddenRows {
      HiddenRows(
        above: Mark(arrow: "↑", count: first, width: width),
        below: Mark(arrow: "↓", count: max(count - first - bodyHeight, 0), width: width))
    }
    let left = isDivided ? pageColumn - 1 : size.columns
    var parts: [HiddenRows] = []
    if showsTree { parts.append(hidden(view.rows.count, from: firstTreeRow, left)) }
    if showsPage {
      let width = isDivided ? size.columns - left : left
      parts.append(hidden(page.count, from: firstPageRow(page), width))
    }
    return parts
  }

  /// Returns a horizontal line across the screen with the numbers of hidden rows, such as `─ ↑ 3 more ────`. Each mark
  /// fills the part of the line above or below the tree of features, or above or below the page with the details. A
  /// mark that counts no hidden rows is written only as `─`.
  private func rule(_ marks: [Mark]) -> ScreenRow {
    var line = ""
    for mark in marks {
      let text = mark.text
      line += text + String(repeating: "─", count: max(mark.width - text.count, 0))
    }
    var row = ScreenRow()
    row.add([Span(line, .quiet)], at: 0, limit: size.columns)
    return row
  }

  /// Returns how many rows are scrolled out of view above and below, as `↑2 ↓3`. The numbers are for the side (tree or
  /// page) that the arrow keys control.
  private func focusedMarks(_ page: [PageRow]) -> String {
    let parts = hiddenRows(page)
    guard let part = view.focus == .tree ? parts.first : parts.last else { return "" }
    return [part.above, part.below].filter { $0.count > 0 }.map { "\($0.arrow)\($0.count)" }
      .joined(separator: " ")
  }

  // MARK: Foot

  private func foot(_ page: [PageRow]) -> ScreenRow {
    var row = ScreenRow()
    switch view.footer {
    case .keys:
      let more = hasRules ? "" : focusedMarks(page)
      let room = size.columns - more.count
      row.add(keys(more.isEmpty ? room : room - 2), at: 0, limit: room)
      if !more.isEmpty { row.add([Span(more, .quiet)], at: room, limit: more.count) }
    case .message(let text): row.add([Span(text, .open)], at: 0, limit: size.columns)
    case .prompt(let label, let text):
      // The end of a long text stays visible, because that is where the user types.
      var shown = visible(text)
      while DisplayWidth.of(label) + DisplayWidth.of(shown) + 2 > size.columns, !shown.isEmpty {
        shown.removeFirst()
      }
      row.add(
        [Span(label + " ", .strong), Span(shown), Span("▏", .action)], at: 0, limit: size.columns)
    }
    return row
  }

  /// Returns as many descriptions of keyboard commands as fit into `limit` terminal cells, in order of importance.
  private func keys(_ limit: Int) -> [Span] {
    var spans: [Span] = []
    var width = 0
    for (key, meaning) in BrowserHelp.shortcuts(for: view) {
      let pair = [Span((spans.isEmpty ? "" : "  ") + key, .strong), Span(" " + meaning, .quiet)]
      width += pair.reduce(0) { $0 + $1.width }
      if width > limit { break }
      spans += pair
    }
    return spans
  }
}
