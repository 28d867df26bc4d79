package import FlintCore

/// A commit as reports name it.
package struct ReportedCommit: Equatable, Sendable {
  /// In hexadecimal digits, all of them.
  package let id: String

  /// When it was committed; nil outside the years that ``DateTime`` has.
  package let date: DateTime?
  package let author: String
  package let subject: String

  package init(id: String, date: DateTime?, author: String, subject: String) {
    self.id = id
    self.date = date
    self.author = author
    self.subject = subject
  }

  /// Enough digits to find it by in most repositories.
  var shortID: String { String(id.prefix(8)) }

  /// `2026-08-11`.
  var day: String? { date.map { String($0.description.prefix(10)) } }

  /// `2026-08-11T09:30:00Z`, whichever form the date has by itself.
  var moment: String? {
    guard let text = date?.description else { return nil }
    return switch text.utf8.count {
    case 10: text + "T00:00:00Z"
    case 17: text.dropLast() + ":00Z"
    default: text
    }
  }

  /// What `git log --oneline` prints of it, with the day and the author: `3f2a1bc0 2026-08-11 Ann Lee: Drop iOS 14`.
  func line(indentation: Int = 0) -> Line {
    var line = Line(indentation: indentation, hanging: indentation + 4)
    line.add(shortID, .open)
    if let day { line.add(" " + day, .quiet) }
    if !author.isEmpty { line.add(" " + author + ":", .quiet) }
    line.add(" " + (subject.isEmpty ? "(no message)" : subject), .strong)
    return line
  }
}
