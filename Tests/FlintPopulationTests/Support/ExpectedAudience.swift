import FlintCore
import FlintPopulation

/// The contract's totals, counted one state at a time from what the evaluator says.
func expectedAudience(
  of manifest: Manifest, _ population: [(state: DeviceState, weight: Int64)]
) -> Audience {
  var features = manifest.features.indices.map { index in
    let lineage = [index] + manifest.ancestors(of: index)
    let constraints = lineage.flatMap { declaring in
      names(of: manifest.features[declaring], in: manifest).map { name in
        Audience.Constraint(
          feature: manifest.features[declaring].id, constraint: name, notSatisfied: 0,
          notDetermined: 0, decisive: 0)
      }
    }
    return Audience.Feature(
      id: manifest.features[index].id, available: 0, undetermined: 0, unavailable: 0,
      constraints: constraints)
  }
  for (state, weight) in population {
    let evaluator = Evaluator(manifest, in: state)
    for index in manifest.features.indices {
      switch evaluator.evaluate(index).status {
      case .available: features[index].available += weight
      case .undetermined: features[index].undetermined += weight
      case .unavailable: features[index].unavailable += weight
      }
      let lineage = [index] + manifest.ancestors(of: index)
      let statuses = lineage.flatMap { evaluator.evaluate($0).constraints.map(\.status) }
      let open = statuses.indices.filter { statuses[$0].truth != .yes }
      for entry in statuses.indices {
        if statuses[entry] == .notSatisfied {
          features[index].constraints[entry].notSatisfied += weight
        }
        if statuses[entry] == .notDetermined {
          features[index].constraints[entry].notDetermined += weight
        }
      }
      if open.count == 1 { features[index].constraints[open[0]].decisive += weight }
    }
  }
  return Audience(
    states: Int64(population.count), weight: population.reduce(0) { $0 + $1.weight }, rejected: 0,
    ignored: [:], features: features)
}

private func names(of feature: FeatureDeclaration, in manifest: Manifest) -> [String] {
  feature.constraints.map { $0.name(in: manifest) }
    + feature.conditional.enumerated().flatMap { block, conditional in
      conditional.constraints.map { $0.name(block: block, in: manifest) }
    }
}
