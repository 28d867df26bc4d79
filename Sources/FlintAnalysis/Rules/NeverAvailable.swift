extension FeatureProof {
  /// Reports a feature that is never available. Names a smallest set of constraints that conflict.
  mutating func checkAvailability() {
    guard isNeverAvailable[feature] else { return }
    let reason = reason(smallestConflict(on: nil))
    report(
      .neverAvailable, at: .feature(feature), "'\(declaration.id)' is never available: \(reason)")
  }

  /// Reports platforms on which the feature is never available. Does not repeat this for the
  /// features inside it. A feature that is available nowhere has a finding of
  /// ``ProvenRule/neverAvailable`` instead.
  mutating func checkPlatforms() {
    if isNeverAvailable[feature] { return }
    for platform in Platform.allCases where space.runs(on: platform) {
      guard !space.canBe(.yes, status, on: platform), !declaresUnsupported(platform),
        space.hasStates(on: platform)
      else { continue }
      setNeverAvailable(on: platform)
      let reason = reason(smallestConflict(on: platform))
      report(
        .neverAvailableOn, at: .feature(feature), platform: platform,
        "'\(declaration.id)' is never available on \(platform.name): \(reason)",
        hint: """
          declare "\(platform.name)": "unsupported" \
          if the feature is not meant for this platform
          """)
    }
  }

  private func declaresUnsupported(_ platform: Platform) -> Bool {
    let unsupported = Constraint.platform(platform, .unsupported)
    if declaration.constraints.contains(unsupported) { return true }
    return manifest.ancestors(of: feature).contains { ancestor in
      manifest.features[ancestor].constraints.contains(unsupported)
        || neverAvailableOn[ancestor].contains(platform)
    }
  }

  mutating func checkBlocks() {
    for block in declaration.conditional.indices where !canApply(block: block) {
      report(
        .unreachableBlock, at: .block(feature: feature, block),
        "block 'when[\(block + 1)]' never applies: its condition is never true")
    }
  }

  mutating func canApply(block: Int) -> Bool {
    let careSet = space.withinCareSet(space.condition(ofBlock: block, of: feature))
    return space.store.canBe(.yes, careSet)
  }

  /// Reports permissions that no platform on which the constraint applies offers. A system that
  /// gives access without a request offers the permission. The platforms on which the constraint
  /// applies depend on its block's guard, and on those that the feature and its ancestors require.
  mutating func checkOfferedPermissions() {
    var platforms: Diagram?
    for position in positions {
      guard case .permission(let requirement) = position.constraint(in: manifest)
      else { continue }
      let permission = requirement.permission
      if platforms == nil { platforms = supportedPlatforms() }
      var active = platforms ?? .yes
      if let block = position.block {
        let condition = space.condition(ofBlock: block, of: feature)
        active = space.store.and(active, space.store.isNotFalse(condition))
      }
      let offered = space.value(
        of: Formula.any([.reference(.offered(permission)), permission.isFree]), on: 0)
      active = space.store.and(active, space.careSet(for: [active, offered]))
      guard space.store.canBe(.yes, active),
        !space.store.canBe(.yes, space.store.and(active, offered))
      else { continue }
      report(
        .permissionNeverOffered, at: .constraint(position),
        "permission '\(permission.name)' is required only on platform versions that do not offer it"
      )
    }
  }

  private mutating func supportedPlatforms() -> Diagram {
    var requirements = [space.value(of: .app, on: 0)]
    for declaring in [feature] + Array(manifest.ancestors(of: feature)) {
      for constraint in manifest.features[declaring].constraints {
        guard case .platform = constraint else { continue }
        requirements.append(space.value(of: constraint, of: declaring, in: manifest, on: 0))
      }
    }
    return space.store.join(.and, requirements[...])
  }
}
