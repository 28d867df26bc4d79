internal import FlintCore
internal import FlintManifest
internal import FlintText

/// A manifest as the compact program that the page's evaluator runs; `evaluate.js` documents its shape.
struct PageProgram {
  let manifest: Manifest
  let initialState: DeviceState

  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.key("app")
    json.object { json in
      json.key("version")
      json.optional(manifest.app.version?.description)
    }
    json.key("platforms")
    json.strings(Platform.allCases.map(\.name))
    json.key("permissionStatuses")
    json.strings(SystemPermissionStatus.allCases.map(\.name))
    json.key("purchaseStatuses")
    json.strings(PurchaseStatus.allCases.map(\.name))
    json.key("permissions")
    json.array { json in
      for permission in SystemPermission.allCases { write(permission, to: &json) }
    }
    json.key("products")
    json.array { json in for product in manifest.products { write(product, to: &json) } }
    json.key("attributes")
    json.array { json in for attribute in manifest.attributes { write(attribute, to: &json) } }
    json.key("features")
    json.array { json in for feature in manifest.features { write(feature, to: &json) } }
    json.key("states")
    json.array { json in
      for named in manifest.states {
        json.array { json in
          json.string(named.name)
          write(named.state, to: &json)
        }
      }
    }
    json.key("state")
    write(initialState, to: &json)
    json.endObject()
  }

  private func write(_ state: DeviceState, to json: inout JSONWriter) {
    StateWriter.write(state, of: manifest, to: &json)
  }

  // MARK: Declarations

  private func write(_ permission: SystemPermission, to json: inout JSONWriter) {
    json.array { json in
      json.string(permission.name)
      json.string(permission.spokenName)
      json.array { json in
        for platform in Platform.allCases {
          json.optional(permission.support.firstVersion(on: platform)?.description)
        }
      }
    }
  }

  private func write(_ product: ProductDeclaration, to json: inout JSONWriter) {
    json.array { json in
      json.string(product.id)
      json.string(product.name)
      json.string(product.type.name)
      if product.operand != product.id { json.string(product.operand) }
    }
  }

  private func write(_ attribute: AttributeDeclaration, to json: inout JSONWriter) {
    json.array { json in
      json.string(attribute.id)
      json.string(attribute.name)
      json.string(attribute.owner.name)
      switch attribute.domain {
      case .choice(let values): json.strings(values)
      case .boolean, .text, .integer, .version, .date: json.null()
      }
      switch attribute.defaultValue {
      case .boolean(let value): json.bool(value)
      case .choice(let index): json.int(index)
      case .unknown, .text, .integer, .version, .date, nil: json.null()
      }
    }
  }

  private func write(_ feature: FeatureDeclaration, to json: inout JSONWriter) {
    json.array { json in
      json.string(feature.id)
      json.string(feature.name)
      json.string(feature.description ?? "")
      json.optional(feature.parent)
      json.optional(feature.isEnabled)
      write(feature.constraints, to: &json)
      json.array { json in
        for block in feature.conditional {
          json.array { json in
            write(block.condition, to: &json)
            write(block.constraints, to: &json)
          }
        }
      }
    }
  }

  // MARK: Constraints

  private func write(_ constraints: [Constraint], to json: inout JSONWriter) {
    json.array { json in
      for constraint in constraints {
        json.array { json in write(constraint, to: &json) }
      }
    }
  }

  private func write(_ constraint: Constraint, to json: inout JSONWriter) {
    switch constraint {
    case .platform(let platform, let versions):
      json.string("p")
      json.int(Int(platform.rawValue))
      switch versions {
      case .any: break
      case .unsupported: json.int(0)
      case .versions(let range): write(range, to: &json)
      }
    case .appVersion(let range):
      json.string("v")
      write(range, to: &json)
    case .runtimeEnabled: json.string("r")
    case .userToggled(let value):
      json.string("t")
      json.bool(value)
    case .permission(let requirement):
      json.string("m")
      json.int(Int(requirement.permission.rawValue))
    case .purchase(let expression):
      json.string("b")
      write(expression, to: &json)
    case .attribute(let requirement):
      json.string("a")
      write(requirement, to: &json)
    case .platforms, .date, .rollout, .feature, .condition, .allOf, .anyOf, .not:
      // The page cannot judge them.
      json.string("u")
    }
  }

  /// Two values: the lowest version within and the first beyond, null for no limit.
  private func write(_ range: VersionRange?, to json: inout JSONWriter) {
    json.optional(range?.atLeast?.description)
    json.optional(range?.below?.description)
  }

  private func write(_ expression: PurchaseExpression, to json: inout JSONWriter) {
    switch expression {
    case .product(let product, _): json.int(product)
    case .group(let group, let level, _):
      let products = manifest.products(of: group, atLeast: level)
      write(.anyOf(products.map { .product($0) }), to: &json)
    case .credits(let product, let quantity):
      json.array { json in
        json.string("x")
        json.int(product)
        // Text, because a script's numbers are not exact beyond 2^53.
        json.string(String(quantity))
      }
    case .anyOf(let operands), .allOf(let operands):
      json.array { json in
        if case .anyOf = expression { json.string("|") } else { json.string("&") }
        for operand in operands { write(operand, to: &json) }
      }
    }
  }

  /// Two values: the attribute, and what it must be.
  private func write(_ requirement: AttributeRequirement, to json: inout JSONWriter) {
    json.int(requirement.attribute)
    switch requirement.accepted {
    case .boolean(let value): json.bool(value)
    case .choices(let choices): json.array { json in for choice in choices { json.int(choice) } }
    case .otherChoices, .texts, .otherTexts, .integers, .integerRange, .versions, .dates, .age:
      json.array { _ in }
    }
  }

  private func write(_ condition: Condition, to json: inout JSONWriter) {
    json.array { json in
      json.array { json in
        for case .platforms(let platforms) in condition.constraints {
          for supported in platforms {
            json.array { json in
              json.int(Int(supported.platform.rawValue))
              write(supported.versions, to: &json)
            }
          }
        }
      }
      let versions = condition.constraints.lazy.compactMap {
        if case .appVersion(let range) = $0 { range } else { nil }
      }
      write(versions.first, to: &json)
      json.array { json in
        for case .attribute(let requirement) in condition.constraints {
          json.array { json in write(requirement, to: &json) }
        }
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func optional(_ text: String?) {
    if let text { string(text) } else { null() }
  }

  fileprivate mutating func optional(_ number: Int?) {
    if let number { int(number) } else { null() }
  }

  fileprivate mutating func optional(_ value: Bool?) {
    if let value { bool(value) } else { null() }
  }

  fileprivate mutating func strings(_ texts: [String]) {
    array { json in for text in texts { json.string(text) } }
  }
}
