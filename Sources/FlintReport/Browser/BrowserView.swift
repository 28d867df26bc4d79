package import FlintAnalysis
package import FlintCore

/// The contents that the interactive command `browse` shows at one moment. ``BrowserScreen`` needs no other input to
/// lay out the screen.
package struct BrowserView: Sendable {
  package let manifestPath: String
  package let sentences: Sentences

  /// The status of every feature, in the manifest's order.
  package let statuses: [FeatureStatus]

  package let origin: StateOrigin

  /// Whether the user changed the state after it was loaded from ``origin``.
  package let isChanged: Bool

  /// The indices of the features that the tree on the left-hand side of the screen shows, in the manifest's order.
  /// Features inside a folded feature are not included.
  package let rows: [Int]
  package let selectedRow: Int

  /// The indices of the features whose contained features are hidden in the tree.
  package let folded: Set<Int>

  package let focus: Focus
  package let page: Page

  /// The index, from 0, of the selected item on the page (the right-hand side of the screen), such as a setting or a
  /// plan.
  package let item: Int

  /// The number of rows of the page (the right-hand side of the screen) that are scrolled out of view above its visible
  /// part.
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

  /// The index of the selected feature in the manifest; nil if the manifest has no features.
  package var feature: Int? {
    rows.indices.contains(selectedRow) ? rows[selectedRow] : nil
  }

  /// The side of the screen that the arrow keys control.
  package enum Focus: Sendable {
    case tree, page
  }

  package enum Page: Sendable {
    /// The evaluation of the selected feature (nil if the manifest has no features), and the facts of the state that
    /// the user can change.
    case reasons(FeatureEvaluation?, [Control])

    /// The plans (smallest sets of changes that make the selected feature available); nil if the feature's constraints
    /// are too complex to analyze.
    case plan(PlanResult?)

    /// The named states of the manifest, from which the user can choose one. `current` is the index of the state that
    /// the user chose before. It is nil if the current state is not a named one, but comes from a file or from JSON on
    /// the command line.
    case states([String], current: Int?)
    case help
  }

  /// A fact of the state that the user can change, with its current value.
  package struct Control: Equatable, Sendable {
    /// The kind of the fact, such as `permission` or `product`; empty if the name alone is clear.
    package let kind: String
    package let name: String
    package let value: String

    /// Whether the state contains a value for the fact. If false, ``value`` is a default.
    package let isGiven: Bool

    package init(kind: String, name: String, value: String, isGiven: Bool) {
      self.kind = kind
      self.name = name
      self.value = value
      self.isGiven = isGiven
    }
  }

  package enum Footer: Equatable, Sendable {
    case keys

    /// A label, such as “Search:”, and the text that the user is typing after it.
    case prompt(String, text: String)
    case message(String)
  }
}

package struct ScreenSize: Equatable, Sendable {
  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}
