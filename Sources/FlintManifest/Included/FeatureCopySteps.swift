import FlintText

/// Copies a list `features` into the whole manifest, with the features of included files in place
/// of their includes.
struct FeatureCopySteps {
  enum Step {
    /// In `constraints`: `date` is a range there, in a state a date.
    case elements(Range<Int>)

    /// Up to the opening bracket of a list with includes; `end` copies the rest from the closing
    /// one on.
    case begin(Range<Int>)
    case end(Range<Int>)

    case include(Include)
  }

  struct Include {
    let element: Range<Int>

    /// As written; nil if the element is not valid.
    let path: String?
    let range: Range<Int>
  }

  private(set) var steps: [Step] = []
  private(set) var includes = false
  private var plain: Range<Int>?

  init(of list: JSONValue) {
    for element in list.elements {
      if element.isInclude {
        flush()
        steps.append(.include(Include(element)))
        includes = true
      } else if let inner = element.features, case let outline = FeatureCopySteps(of: inner),
        outline.includes
      {
        let (whole, list) = (element.range, inner.range)
        flush()
        steps.append(.begin(whole.lowerBound..<list.lowerBound + 1))
        steps += outline.steps
        steps.append(.end(list.upperBound - 1..<whole.upperBound))
        includes = true
      } else {
        plain = (plain?.lowerBound ?? element.start)..<element.range.upperBound
      }
    }
    flush()
  }

  private mutating func flush() {
    if let plain { steps.append(.elements(plain)) }
    plain = nil
  }
}

extension FeatureCopySteps.Include {
  init(_ element: JSONValue) {
    self.element = element.range
    var path: JSONValue?
    var isAlone = true
    for (key, member) in element.members {
      if key.equals("include") {
        isAlone = isAlone && path == nil
        path = member
      } else if !key.isExtensionKey {
        isAlone = false
      }
    }
    let text = path?.string
    self.path = isAlone && text != "" ? text : nil
    range = path?.range ?? element.range
  }
}

extension JSONValue {
  var isInclude: Bool { member("include") != nil }

  fileprivate var features: JSONValue? {
    var list: JSONValue?
    for (key, member) in members where key.equals("features") { list = member }
    return list?.kind == .array ? list : nil
  }
}
