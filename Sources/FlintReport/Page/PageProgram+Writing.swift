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
    // In the order of Ternary.
    let statuses: [ConstraintStatus] = [.notSatisfied, .notDetermined, .satisfied, .notActive]
    json.strings(statuses.map(\.name))
    json.key("assumptions")
    json.array { json in
      for (assumption, plane) in zip(manifest.assumptions, brokenPlanes) {
        json.array { json in
          json.string(assumption.id)
          json.string(assumption.name)
          json.int(program.number(of: plane))
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
        json.array { json in
          json.string(named.name)
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
    // How many of the constraints have been named before.
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
        json.array { json in
          json.string(declaration.id)
          json.string(declaration.name)
          json.string(declaration.description ?? "")
          json.optional(declaration.parent)
          write(constraintNumbers[feature], to: &json)
          json.int(planNumbers[feature] ?? -1)
          if let team = manifest.team(of: feature) {
            json.int(teams.index(of: team) ?? -1)
          } else if declaration.until != nil {
            json.int(-1)
          }
          if let until = declaration.until { json.string(until.description) }
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
    json.array { json in
      json.int(OperandList.few)
      json.strings([
        OperandList.opening, OperandList.separator, OperandList.rest.before,
        OperandList.rest.behind, OperandList.conjunction,
      ])
    }
    json.key("device")
    json.array { json in
      for slot in [SentenceSlot.system, .appVersion, .date] { facts.write(slot, to: &json) }
    }
    json.key("actions")
    json.array { json in
      for action in NextStep.Action.allCases { write(action, to: &json) }
    }
    json.key("actionNames")
    json.strings(NextStep.Action.allCases.map(\.name))
    json.key("awaited")
    json.array { json in
      for action in NextStep.Action.allCases { json.int(Int(action.awaited.rawValue)) }
    }
  }

  private func write(_ action: NextStep.Action, to json: inout JSONWriter) {
    let state = ResolvedState(initialState, in: manifest)
    json.array { json in
      switch action {
      case .upgradeOS:
        let message = NextStep(action: action, subjects: []).message(in: state)
        // The sentence ends with the platform's name.
        json.string(String(message.dropLast(state.platform.name.count)))
        facts.write(.platform, to: &json)
        json.bool(false)
      case .upgradeApp, .waitForDate:
        json.string(NextStep(action: action, subjects: []).message(in: state))
        json.bool(false)
      case .explainUnsupported, .explainExcluded, .explainRestricted, .waitForValue, .notEnabled,
        .waitForStatus, .updatePayment, .spendCredits, .offerPurchase, .waitForPurchaseStatus,
        .enableToggle, .changeAttribute, .openSettings, .requestPermission:
        json.string(NextStep(action: action, subjects: []).message(in: state))
        json.bool(true)
      }
    }
  }
}
