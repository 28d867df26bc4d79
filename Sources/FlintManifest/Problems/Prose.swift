package import FlintModel
package import FlintText

extension JSONKind {
  var prose: String {
    switch self {
    case .object: "an object"
    case .array: "a list"
    case .string: "a string"
    case .number: "a number"
    case .bool: "a boolean"
    case .null: "null"
    }
  }
}

extension InputProblem.Expected {
  var prose: String {
    switch self {
    case .object: "an object"
    case .array: "a list"
    case .string: "a string"
    case .integer: "an integer"
    case .bool: "true or false"
    case .version: "a version"
    case .platformVersion: "a version, a range, \"any\" or \"unsupported\""
    case .purchase: "a product id or an object"
    case .choices: "one of the attribute's values or a list of them"
    case .choice: "one of the attribute's values"
    case .status: "a status"
    case .credits: "a number of credits"
    case .range: "a range"
    case .date: "a date"
    case .timeSpan: "a duration"
    case .percent: "a number"
    case .permission: "a permission or an object"
    case .appPlatforms: "a list of platforms or an object"
    case .appVersions: "a version, or an object of versions by platform"
    case .texts: "a string, a list of strings or an object"
    case .textOrTexts: "a string or a list of strings"
    case .integers: "a list of integers or a range"
    case .attribute: "a value of an attribute"
    case .expectation: "a status or an object"
    case .orNull(let type): type.prose + " or null"
    case .known(let type): type.prose + "; it is always known"
    }
  }
}

extension InputProblem.EntityKind {
  var prose: String {
    switch self {
    case .feature: "feature"
    case .product: "product"
    case .attribute: "attribute"
    case .state: "state"
    case .action: "action"
    case .group: "group"
    case .level: "level"
    case .condition: "condition"
    case .assumption: "assumption"
    case .bucket: "bucket"
    }
  }

  var undeclaredRule: InputRule {
    switch self {
    case .feature: .unknownFeature
    case .product: .unknownProduct
    case .attribute: .unknownAttribute
    case .state: .unknownState
    case .action: .unknownAction
    case .group: .unknownGroup
    case .level: .unknownLevel
    case .condition: .unknownCondition
    // References never name an assumption.
    case .assumption: .unknownValue
    case .bucket: .unknownBucket
    }
  }
}

extension InputProblem.RangeKind {
  var prose: String {
    switch self {
    case .version: "version"
    case .date: "date"
    case .integer: "integer"
    case .age: "duration"
    case .percent: "percentage"
    }
  }
}

extension InputProblem.ConditionKind {
  var prose: String {
    switch self {
    case .guarding: "'when'"
    case .named: "a named condition"
    case .assumed: "an assumption"
    case .negated: "a 'not'"
    }
  }
}

extension InputProblem.CyclePath {
  /// `feature 'a' requires 'b', which is in 'a'`; the middle of a long cycle is omitted.
  var prose: String {
    var text = (names[0].hasPrefix("'") ? "feature " : "") + names[0]
    for index in names.indices {
      let next = names[(index + 1) % names.count]
      if names.count > 24, index >= 12, index < names.count - 6 {
        if index == 12 { text += ", and so on through \(names.count - 18) more" }
        continue
      }
      text += (index == 0 ? " " : ", which ") + (isParent[index] ? "is in " : "requires ") + next
    }
    return text
  }
}

extension InputProblem.Fact.Inclusion {
  var message: String {
    switch self {
    case .absolute(let path): "'\(path)' is an absolute path"
    case .outside(let path): "'\(path)' is not in the manifest's folder"
    case .notFound(let path, _): "'\(path)' does not exist"
    case .unreadable(let path, let reason): "'\(path)' cannot be read: \(reason)"
    case .twice(let path): "'\(path)' is included twice"
    case .inItself(let path): "'\(path)' includes itself"
    case .withoutFolder: "a manifest from standard input cannot include files"
    }
  }

  var hint: String? {
    switch self {
    case .absolute: "write the path relative to the folder of this file"
    case .outside: "included files must be in the manifest's folder or its subfolders"
    case .notFound(_, let nearest): nearest.map { "did you mean '\($0)'?" }
    case .unreadable, .twice, .inItself: nil
    case .withoutFolder: "pass the manifest's path instead of standard input"
    }
  }
}

extension Manifest {
  /// With the feature's id, team and `until`; without `feature` none of them.
  package func diagnostic(
    _ severity: Diagnostic.Severity, rule: String, message: String, hint: String? = nil,
    range: Range<Int>? = nil, feature: Int?, platform: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      severity, rule: rule, message: message, hint: hint, range: range,
      feature: feature.map { features[$0].id }, team: feature.flatMap { team(of: $0) },
      until: feature.flatMap { features[$0].until?.description }, platform: platform)
  }
}
