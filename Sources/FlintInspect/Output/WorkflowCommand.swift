import FlintText

/// `::error file=a,line=1::message`
struct WorkflowCommand {
  enum Level: String { case error, warning, notice }

  let level: Level
  var file: String?
  var location: SourceLocation?
  var title: String?
  let message: String

  func write(to sink: inout ByteSink) {
    var properties: [String] = []
    if let file { properties.append("file=\(Self.property(file))") }
    if let location {
      properties.append("line=\(location.line)")
      properties.append("col=\(location.column)")
    }
    if let title { properties.append("title=\(Self.property(title))") }
    let list = properties.isEmpty ? "" : " " + properties.joined(separator: ",")
    sink.append("::\(level.rawValue)\(list)::\(Self.data(message))\n")
  }

  /// Percent signs escaped, controls made visible, so that no second command is possible.
  static func data(_ text: String) -> String {
    visible(text).escaping("%", as: "%25")
  }

  static func property(_ text: String) -> String {
    data(text).escaping(":", as: "%3A").escaping(",", as: "%2C")
  }
}

extension String {
  fileprivate func escaping(_ character: Unicode.Scalar, as replacement: String) -> String {
    guard unicodeScalars.contains(character) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar == character { result += replacement } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}
