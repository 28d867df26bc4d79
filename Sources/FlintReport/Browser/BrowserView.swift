package import FlintAnalysis
package import FlintCore

/// What the browser shows at one moment; the screen is made from it and from nothing else.
package struct BrowserView: Sendable {
  package let manifestPath: String
  package let sentences: Sentences

  /// Of every feature, in the manifest's order.
  package let statuses: [FeatureStatus]

  package let origin: StateOrigin

  /// Whether the state is no longer the one it came from.
  package let isChanged: Bool

  /// The features that are not folded away, in the manifest's order, and which of these rows is selected.
  package let rows: [Int]
  package let selectedRow: Int

  /// Features whose descendants are hidden.
  package let folded: Set<Int>

  package let focus: Focus
  package let page: Page

  /// Which item of the page is selected.
  package let item: Int

  /// Rows of the page that have been scrolled away.
  package let scroll: Int

  package let footer: Footer

  package init(
    manifestPath: String, sentences: Sentences, statuses: [FeatureStatus], origin: StateOrigin,
    isChanged: Bool, rows: [Int], selectedRow: Int, folded: Set<Int>, focus: Focus, page: Page,
    item: Int, scroll: Int, footer: Footer
  ) {
    self.manifestPath = manifestPath
    self.sentences = sentences
    self.statuses = statuses
    self.origin = origin
    self.isChanged = isChanged
    self.rows = rows
    self.selectedRow = selectedRow
    self.folded = folded
    self.focus = focus
    self.page = page
    self.item = item
    self.scroll = scroll
    self.footer = footer
  }

  /// The selected feature; nil where there is none.
  package var feature: Int? {
    rows.indices.contains(selectedRow) ? rows[selectedRow] : nil
  }

  /// Where the arrow keys act.
  package enum Focus: Sendable {
    case tree, page
  }

  /// What stands on the right.
  package enum Page: Sendable {
    /// The selected feature, where there is one, and the part of the state that can be changed.
    case reasons(FeatureEvaluation?, [Control])

    /// Nil where the feature's constraints are too large to plan.
    case plan(PlanResult?)

    /// Names of states to choose from, and which of them the state came from.
    case states([String], current: Int?)
    case help
  }

  /// One fact of the state, with its value.
  package struct Control: Equatable, Sendable {
    /// `permission`, `product`; empty where the name says it.
    package let kind: String
    package let name: String
    package let value: String

    /// Whether the state says so itself; else the value is a default.
    package let isGiven: Bool

    package init(kind: String, name: String, value: String, isGiven: Bool) {
      self.kind = kind
      self.name = name
      self.value = value
      self.isGiven = isGiven
    }
  }

  /// The last row.
  package enum Footer: Equatable, Sendable {
    /// What the keys do.
    case keys

    /// A text that is being typed behind a label.
    case prompt(String, text: String)
    case message(String)
  }
}

/// A screen's size in cells.
package struct ScreenSize: Equatable, Sendable {
  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}
