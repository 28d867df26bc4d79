import FlintModel
import FlintManifest
import FlintPopulation
import FlintText

extension PageProgram {
  func write(to json: inout JSONWriter) {
    let program = program
    json.beginObject()
    json.key("always")
    json.int(program.always)
    json.key("steps")
    json.object { json in
      json.member("operations", String(program.steps.map { Self.symbol(of: $0.operation) }))
      json.key("left")
      json.differences(of: program.steps.map(\.one))
      json.key("right")
      json.differences(of: program.steps.map(\.other))
    }
    json.member("texts", texts.names)
    json.member("path", ShellWord.path(name))
    json.member(
      "platforms",
      Platform.allCases.filter { platform in
        manifest.app.platforms?.contains { $0.platform == platform } != false
      }.map(\.name))
    writeStatuses(to: &json)
    json.key("assumptions")
    json.array { json in
      for (assumption, plane) in zip(manifest.assumptions, brokenPlanes) {
        json.object { json in
          json.member("name", assumption.name)
          json.member("isBroken", program.number(of: plane))
        }
      }
    }
    writeFeatures(to: &json)
    for (key, table) in [
      "constraints": constraints, "requests": requests, "slots": slots,
    ] as KeyValuePairs<StaticString, PageTable> {
      json.key(key)
      table.write(to: &json) { program.number(of: $0) }
    }
    writeWords(to: &json)
    facts.write(to: &json)
    json.key("states")
    json.array { json in
      for named in manifest.states {
        json.object { json in
          json.member("name", named.name)
          json.key("state")
          StateWriter.write(named.state, of: manifest, to: &json)
        }
      }
    }
    json.key("state")
    StateWriter.write(initialState, of: manifest, to: &json)
    json.endObject()
  }

  private static func symbol(of operation: PlaneProgram.Operation) -> Character {
    switch operation {
    case .and: "&"
    case .or: "|"
    case .andNot: "-"
    }
  }

  private func writeStatuses(to json: inout JSONWriter) {
    json.key("statuses")
    json.object { json in
      json.member("no", FeatureStatus(.no).name)
      json.member("unknown", FeatureStatus(.unknown).name)
      json.member("yes", FeatureStatus(.yes).name)
    }
    json.key("constraintStatuses")
    json.object { json in
      for (key, status) in [
        "no": .notSatisfied, "unknown": .notDetermined, "yes": .satisfied, "inactive": .notActive,
      ] as KeyValuePairs<StaticString, ConstraintStatus> {
        json.key(key)
        json.object { json in
          json.member("name", status.name)
          json.member("words", status.displayName)
        }
      }
    }
  }

  private func write(_ numbers: [Int], to json: inout JSONWriter) {
    json.array(of: numbers) { $1.int($0) }
  }

  private func writeFeatures(to json: inout JSONWriter) {
    json.member("teams", manifest.teams)
    json.key("app")
    write(appNumbers, to: &json)
    json.key("features")
    json.array(of: manifest.features.indices) { feature, json in
      let declaration = manifest.features[feature]
      json.object { json in
        json.member("id", declaration.id)
        if declaration.name != declaration.id { json.member("name", declaration.name) }
        if let description = declaration.description { json.member("description", description) }
        if let parent = declaration.parent { json.member("parent", parent) }
        if !constraintNumbers[feature].isEmpty {
          json.key("constraints")
          write(constraintNumbers[feature], to: &json)
        }
        if let team = manifest.team(of: feature) { json.member("team", team) }
        if let until = declaration.until { json.member("until", until.description) }
        facts.writePlanes(of: feature, to: &json)
      }
    }
  }

  // MARK: Words

  private func writeWords(to json: inout JSONWriter) {
    json.key("openGuard")
    openGuard.write(to: &json)
    json.key("list")
    json.object { json in
      json.member("few", OperandList.maxListed)
      json.member("opening", OperandList.opening)
      json.member("separator", OperandList.separator)
      json.member("before", OperandList.rest.before)
      json.member("after", OperandList.rest.after)
      json.member("conjunction", OperandList.conjunction)
    }
    json.key("device")
    json.array(of: [SentencePlaceholder.system] + DeviceFact.allCases.map { .device($0) }) {
      facts.piece($0).write(to: &$1)
    }
    json.key("conjunctions")
    json.object { json in
      json.member("all", NextStep.conjunction.all)
      json.member("one", NextStep.conjunction.one)
    }
    json.key("actions")
    json.array { json in
      for action in NextStep.Action.allCases { write(action, to: &json) }
    }
  }

  private func write(_ action: NextStep.Action, to json: inout JSONWriter) {
    let state = ResolvedState(initialState, in: manifest)
    let message = NextStep(action: action, subjects: []).message(in: state)
    json.object { json in
      json.member("name", action.name)
      json.member("awaited", action.awaited.name)
      if action == .upgradeOS {
        json.key("phrase")
        json.array { json in
          // The sentence ends with the platform's name.
          json.string(String(message.dropLast(state.platform.name.count)))
          facts.piece(.platform).write(to: &json)
        }
      } else {
        json.member("phrase", [message])
      }
      if action == .explainUnsupported {
        let platform = NextStep(action: action, subjects: [.platform(state.platform)])
        let words = platform.message(in: state).dropLast(state.platform.name.count)
        json.member("phraseOnPlatform", [String(words)])
      }
      json.key("hasSubjects")
      json.bool(action.namesSubjects)
      json.key("canChoose")
      json.bool(action.canChoose)
    }
  }
}
