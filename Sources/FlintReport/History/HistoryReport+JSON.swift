internal import FlintAnalysis
internal import FlintCore
package import FlintText

extension HistoryReport {
  package func writeJSON(into sink: inout ByteSink) {
    sink.jsonLine { json in
      json.object(.lines) { json in
        json.member("formatVersion", 1)
        json.key("state")
        json.raw(state)
        json.key("features")
        json.array(.lines, of: features) { write($0, to: &$1) }
        json.key("skipped")
        json.array(.lines, of: skipped.reversed()) { skipped, json in
          json.object { json in
            json.member("commit", versions[skipped.version].commit?.id)
            json.member("message", skipped.message)
          }
        }
      }
    }
  }

  private func write(_ feature: StatusHistory.Feature, to json: inout JSONWriter) {
    json.object { json in
      json.member("id", feature.id)
      json.member("status", feature.status?.name)
      json.key("changes")
      json.array(.lines, of: feature.changes.reversed()) { write($0, to: &$1) }
    }
  }

  private func write(_ change: StatusHistory.Change, to json: inout JSONWriter) {
    let commit = versions[change.version].commit
    json.object { json in
      json.member("commit", commit?.id)
      json.member("date", commit?.moment)
      json.member("author", commit?.author)
      json.member("subject", commit?.subject)
      json.member("old", change.old?.name)
      json.member("new", change.new?.name)
      json.key("blockers")
      json.array(of: change.blockers) { blocker, json in
        json.object { json in
          json.member("feature", blocker.feature)
          json.member("constraint", blocker.constraint)
        }
      }
    }
  }
}
