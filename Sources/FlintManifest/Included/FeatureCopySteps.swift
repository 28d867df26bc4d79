import FlintText

/// The steps that copy the list `features` of a file into the text of the whole manifest, in which the content of all
/// included files is combined. The steps copy the elements of the list in order. For an element such as
/// `{ "include": "audio.json" }`, they copy the features of that file instead.
struct FeatureCopySteps {
  enum Step {
    /// Copies consecutive elements of the list `features` that contain no includes. The range is in bytes of the file,
    /// from the start of the first of these elements to the end of the last.
    case elements(Range<Int>)

    /// Copies the first part of a feature whose own list `features` contains includes. The range is in bytes of the
    /// file: from the start of the feature to the opening bracket of that list, which is included. The steps for the
    /// elements of the list follow. After them, the step `end` copies the rest of the feature, from the closing bracket
    /// on.
    case begin(Range<Int>)
    case end(Range<Int>)

    case include(Include)
  }

  struct Include {
    let element: Range<Int>

    /// The path in the element `{ "include": PATH }`, as written; nil if the element is not valid, for example because
    /// it has another key besides `include`.
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
  /// Whether this element of a list of features is an include, such as `{ "include": "audio.json" }`, and not a
  /// feature. The features of the included file replace such an element.
  var isInclude: Bool { member("include") != nil }

  /// The list `features` of this feature; nil if the feature has no such list. If the key occurs twice, the last value
  /// is used.
  fileprivate var features: JSONValue? {
    var list: JSONValue?
    for (key, member) in members where key.equals("features") { list = member }
    return list?.kind == .array ? list : nil
  }
}
