internal import FlintCore
internal import FlintManifest
internal import FlintPopulation
internal import FlintText

extension PageProgram {
  func write(to json: inout JSONWriter) {
    let program = program
    json.beginObject()
    json.key("always")
    json.int(program.always)
    json.key("steps")
    var steps = PageNumbers()
    var last = (one: 0, other: 0)
    for step in program.steps {
      steps.append(step.operation.rawValue)
      steps.append(step.one - last.one)
      steps.append(step.other - last.other)
      last = (step.one, step.other)
    }
    steps.write(to: &json)
    json.key("texts")
    json.strings(texts.names)
    json.key("path")
    json.string(ShellWord.path(name))
    json.key("platforms")
    json.strings(
      Platform.allCases.filter { platform in
        manifest.app.platforms?.contains { $0.platform == platform } != false
      }.map(\.name))
    json.key("statuses")
    json.strings(Ternary.allCases.map { FeatureStatus($0).name })
    json.key("constraintStatuses")
    // The first three are in the order of the cases of Ternary.
    let statuses: [ConstraintStatus] = [.notSatisfied, .notDetermined, .satisfied, .notActive]
    json.strings(statuses.map(\.name))
    json.key("constraintWords")
    json.strings(statuses.map(\.displayName))
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
    write("constraint", constraints, program, to: &json)
    write("request", requests, program, to: &json)
    write("change", changes, program, to: &json)
    json.key("plans")
    json.strings(plans.names)
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

  private func write(
    _ name: String, _ pieces: PageShapes, _ program: PlaneProgram, to json: inout JSONWriter
  ) {
    json.key(named: "\(name)Shapes")
    pieces.writeShapes(to: &json) { program.number(of: $0) }
    json.key(named: "\(name)s")
    pieces.writePieces(to: &json) { program.number(of: $0) }
  }

  private func writeFeatures(to json: inout JSONWriter) {
    // The number of distinct constraints written so far.
    var known = 0
    func write(_ numbers: [Int], to json: inout JSONWriter) {
      json.array { json in
        for number in numbers {
          json.int(number < known ? number : -1)
          known = max(known, number + 1)
        }
      }
    }
    let teams = NameIndex(manifest.teams)
    json.key("teams")
    json.strings(teams.names)
    json.key("app")
    write(appNumbers, to: &json)
    json.key("features")
    json.array { json in
      for (feature, declaration) in manifest.features.enumerated() {
        json.object { json in
          json.member("id", declaration.id)
          if declaration.name != declaration.id { json.member("name", declaration.name) }
          if let description = declaration.description { json.member("description", description) }
          if let parent = declaration.parent { json.member("parent", parent) }
          if !constraintNumbers[feature].isEmpty {
            json.key("constraints")
            write(constraintNumbers[feature], to: &json)
          }
          if let plan = planNumbers[feature] { json.member("plan", plan) }
          if let team = manifest.team(of: feature), let number = teams.index(of: team) {
            json.member("team", number)
          }
          if let until = declaration.until { json.member("until", until.description) }
        }
      }
    }
  }

  // MARK: Words

  private func writeWords(to json: inout JSONWriter) {
    json.key("slots")
    json.array { json in for slot in slots { facts.write(slot, to: &json) } }
    json.key("openGuard")
    PageShapes.write(openGuard, to: &json)
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
    json.array { json in
      for slot in [SentencePlaceholder.system, .appVersion, .date] { facts.write(slot, to: &json) }
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
      json.member("awaited", Int(action.awaited.rawValue))
      let hasSubjects: Bool
      json.key("phrase")
      switch action {
      case .upgradeOS:
        json.array { json in
          // The sentence ends with the platform's name.
          json.string(String(message.dropLast(state.platform.name.count)))
          facts.write(.platform, to: &json)
        }
        hasSubjects = false
      case .upgradeApp, .waitForDate:
        json.strings([message])
        hasSubjects = false
      case .explainUnsupported, .explainExcluded, .explainRestricted, .waitForValue, .notEnabled,
        .waitForStatus, .updatePayment, .spendCredits, .offerPurchase, .waitForPurchaseStatus,
        .enableToggle, .changeAttribute, .openSettings, .requestPermission:
        json.strings([message])
        hasSubjects = true
      }
      json.key("hasSubjects")
      json.bool(hasSubjects)
    }
  }
}
