import FlintModel

struct ReportedCommit: Equatable, Sendable {
  let id: String

  let date: DateTime?
  let author: String
  let subject: String

  init(id: String, date: DateTime?, author: String, subject: String) {
    self.id = id
    self.date = date
    self.author = author
    self.subject = subject
  }

  var shortID: String { String(id.prefix(8)) }

  var day: String? { date.map { String($0.description.prefix(10)) } }

  var moment: String? {
    guard let text = date?.description else { return nil }
    return switch text.utf8.count {
    case 10: text + "T00:00:00Z"
    case 17: text.dropLast() + ":00Z"
    default: text
    }
  }

  /// `3f2a1bc0 2026-08-11 Ann Lee: Drop iOS 14`
  func line(indentation: Int = 0) -> Line {
    var line = Line(indentation: indentation, hanging: indentation + 4)
    line.add(shortID, .open)
    if let day { line.add(" " + day, .quiet) }
    if !author.isEmpty { line.add(" " + author + ":", .quiet) }
    line.add(" " + (subject.isEmpty ? "(no message)" : subject), .strong)
    return line
  }
}
