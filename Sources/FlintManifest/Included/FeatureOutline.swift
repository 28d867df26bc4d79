import FlintText

/// A list of features of one file as steps to write it out, with what it includes in its place.
struct FeatureOutline {
  enum Step {
    /// Elements as they are, from the first one's beginning to the last one's end.
    case elements(Range<Int>)

    /// One element as far as the opening bracket of its list of features, and what follows from the closing one on.
    case begin(Range<Int>)
    case end(Range<Int>)

    case include(Include)
  }

  struct Include {
    let element: Range<Int>

    /// Nil where the element is not what an include is.
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
  /// Whether an element of a list of features stands for a file.
  var isInclude: Bool { member("include") != nil }

  /// The list of features that counts where a key is given twice.
  fileprivate var features: JSONValue? {
    var list: JSONValue?
    for (key, member) in members where key.equals("features") { list = member }
    return list?.kind == .array ? list : nil
  }
}
