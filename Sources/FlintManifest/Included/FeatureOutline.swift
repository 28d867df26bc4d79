import FlintText

/// The steps to write a file's list of features with each included file in the position of its `include`.
struct FeatureOutline {
  enum Step {
    /// Consecutive elements to copy unchanged, from the start of the first to the end of the last.
    case elements(Range<Int>)

    /// The start of an element that contains includes, up to the opening bracket of its list of features. The matching
    /// `end` has the rest, from the closing bracket on.
    case begin(Range<Int>)
    case end(Range<Int>)

    case include(Include)
  }

  struct Include {
    let element: Range<Int>

    /// The included path; nil if the element is not a valid include.
    let path: String?
    let place: Range<Int>
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
      } else if let inner = element.features, case let outline = FeatureOutline(of: inner),
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

extension FeatureOutline.Include {
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
    place = path?.range ?? element.range
  }
}

extension JSONValue {
  /// Whether this element of a list of features is an include.
  var isInclude: Bool { member("include") != nil }

  /// The feature's list of features. If the key is given twice, the last one is used.
  fileprivate var features: JSONValue? {
    var list: JSONValue?
    for (key, member) in members where key.equals("features") { list = member }
    return list?.kind == .array ? list : nil
  }
}
