import FlintModel
import FlintText

struct SummaryLines {
  let head: ReportContext

  init(_ head: ReportContext) {
    self.head = head
  }

  var lines: [Line] {
    if head.baseline != nil, head.counts.total == 0 {
      return [Line().adding("No differences", .strong)]
    }
    var line = Line(hanging: 2)
    for (index, status) in FeatureStatus.allCases.enumerated() {
      if index > 0 { line.add("   ") }
      line.add(
        "\(status.symbol) \(head.counts[status]) \(status.name)", status.role, isBreakable: false)
    }
    // The counts are those of the listed features, which can be fewer than all.
    let count = head.sentences.manifest.features.count
    if head.counts.total < count {
      line.add("   (\(head.counts.total) of \(counted(count, "feature")))", .quiet)
    }
    return [.blank, line]
  }
}
