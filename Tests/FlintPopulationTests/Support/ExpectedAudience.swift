import FlintModel

@testable import FlintPopulation

/// Returns the documented totals, computed by the evaluator one state at a time.
func expectedAudience(
  of manifest: Manifest, _ population: [(state: DeviceState, weight: Int64)]
) -> Audience {
  let entries = manifest.features.indices.map { requirementEntries(on: $0, in: manifest) }
  var features = manifest.features.indices.map { index in
    Audience.Feature(
      id: manifest.features[index].id, available: 0, undetermined: 0, unavailable: 0,
      constraints: entries[index].map { entry in
        Audience.Constraint(
          feature: entry.feature.map { manifest.features[$0].id },
          constraint: entry.name(in: manifest), notSatisfied: 0, notDetermined: 0, decisive: 0)
      })
  }
  var broken = manifest.assumptions.map { Audience.BrokenAssumption(id: $0.id, weight: 0) }
  var without: [Entry: Manifest] = [:]
  for entry in Set(entries.joined()) { without[entry] = manifest.without(entry) }
  for (state, weight) in population {
    let evaluator = Evaluator(manifest, in: state)
    let statuses = evaluator.statuses()
    for assumption in evaluator.brokenAssumptions { broken[assumption].weight += weight }
    var statusesWithout: [Entry: [FeatureStatus]] = [:]
    for index in manifest.features.indices {
      switch statuses[index] {
      case .available: features[index].available += weight
      case .undetermined: features[index].undetermined += weight
      case .unavailable: features[index].unavailable += weight
      }
      for (number, entry) in entries[index].enumerated() {
        switch entry.status(as: evaluator) {
        case .satisfied, .notActive: continue
        case .notSatisfied: features[index].constraints[number].notSatisfied += weight
        case .notDetermined: features[index].constraints[number].notDetermined += weight
        }
        guard statuses[index] != .available, let other = without[entry] else { continue }
        let changed =
          statusesWithout[entry] ?? Evaluator(other, in: state).statuses()
        statusesWithout[entry] = changed
        if changed[index] == .available { features[index].constraints[number].decisive += weight }
      }
    }
  }
  return Audience(
    states: Int64(population.count), weight: population.reduce(0) { $0 + $1.weight }, rejected: 0,
    ignored: [:], impossible: broken.isEmpty ? nil : broken, features: features)
}

/// A constraint of a feature or, if nil, of the app.
struct Entry: Hashable {
  var feature: Int?

  /// The block; nil for the feature's own constraints.
  var block: Int?
  var constraint: Int

  func name(in manifest: Manifest) -> String {
    guard let feature else { return manifest.app.constraints[constraint].name(in: manifest) }
    let declaration = manifest.features[feature]
    guard let block else { return declaration.constraints[constraint].name(in: manifest) }
    return declaration.conditional[block].constraints[constraint].name(block: block, in: manifest)
  }

  func status(as evaluator: Evaluator) -> ConstraintStatus {
    guard let feature else { return evaluator.appConstraints[constraint].status }
    let declaration = evaluator.manifest.features[feature]
    let before =
      block.map { block in
        declaration.conditional[..<block].reduce(declaration.constraints.count) {
          $0 + $1.constraints.count
        }
      } ?? 0
    return evaluator.evaluate(feature).constraints[before + constraint].status
  }
}

/// Returns the constraints of a feature, of its ancestors and of the app.
private func requirementEntries(on feature: Int, in manifest: Manifest) -> [Entry] {
  let lineage = [feature] + manifest.ancestors(of: feature)
  return lineage.flatMap { declaring in
    let declaration = manifest.features[declaring]
    return declaration.constraints.indices.map { Entry(feature: declaring, constraint: $0) }
      + declaration.conditional.enumerated().flatMap { block, conditional in
        conditional.constraints.indices.map {
          Entry(feature: declaring, block: block, constraint: $0)
        }
      }
  } + manifest.app.constraints.indices.map { Entry(constraint: $0) }
}

extension Manifest {
  /// Returns the manifest without one constraint. Without a constraint of the app, the app supports any version of that
  /// platform.
  fileprivate func without(_ entry: Entry) -> Manifest {
    var app = app
    var features = features
    if let feature = entry.feature {
      features[feature] = features[feature].without(entry)
    } else if case .platform(let platform, _) = app.constraints[entry.constraint] {
      app = Manifest.App(
        name: app.name, version: app.version, versions: app.versions,
        platforms: (app.platforms ?? []).filter { $0.platform != platform }
          + [SupportedPlatform(platform)])
    }
    return Manifest(
      app: app, groups: groups, products: products, attributes: attributes, conditions: conditions,
      buckets: buckets, features: features)
  }
}

extension FeatureDeclaration {
  fileprivate func without(_ entry: Entry) -> FeatureDeclaration {
    var constraints = constraints
    var conditional = conditional
    if let block = entry.block {
      var inside = conditional[block].constraints
      inside.remove(at: entry.constraint)
      conditional[block] = ConditionalBlock(when: conditional[block].condition, constraints: inside)
    } else {
      constraints.remove(at: entry.constraint)
    }
    return FeatureDeclaration(
      id: id, parent: parent, isEnabled: isEnabled, constraints: constraints,
      conditional: conditional)
  }
}
