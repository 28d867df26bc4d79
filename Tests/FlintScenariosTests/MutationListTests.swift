import FlintManifest
import FlintModel
import FlintText
import RandomModels
import TestSupport
import Testing

@testable import FlintScenarios

@Suite("The mutations of a manifest")
struct MutationListTests {
  /// Returns each mutation as its kind, the text at its location and the constraint that contains it.
  private func edits(_ text: String) throws -> [String] {
    let source = SourceFile(path: "m.json", text: SourceText(text))
    let file = try ManifestFile(source)
    let locations = ManifestLocations(file)
    return file.manifest.mutations(locations).map { mutation in
      let written = String(
        decoding: Array(text.utf8)[locations.range(of: mutation.location)], as: UTF8.self)
      return "\(mutation.kind.name) \(written) \(mutation.constraint ?? "-")"
    }
  }

  private func edits(ofConstraints constraints: String) throws -> [String] {
    try edits(
      #"""
      { "manifestVersion": 1,
        "groups": [{ "id": "main" }],
        "products": [{ "id": "A", "type": "nonConsumable" }, { "id": "B", "type": "nonConsumable" },
                     { "id": "C", "type": "consumable" },
                     { "id": "S", "type": "autoRenewingSubscription", "group": "main" }],
        "attributes": [
          { "id": "staff", "type": "boolean" },
          { "id": "build", "type": "choice", "values": ["debug", "beta", "release"] },
          { "id": "count", "type": "integer" }, { "id": "server", "type": "version" },
          { "id": "country", "type": "text" }, { "id": "day", "type": "date" }],
        "conditions": [{ "id": "paid", "is": { "not": { "purchases": ["A"] } } }],
        "features": [{ "id": "f", "constraints": \#(constraints) }, { "id": "g" }] }
      """#
    ).filter { $0 != "drop-constraint \"not\" -" }
  }

  @Test(
    "Each kind of constraint has exactly its mutations",
    arguments: [
      (#"{}"#, []),
      (#"{ "permissions": [], "purchases": [], "platforms": {} }"#, []),
      (
        #"{ "platforms": { "iOS": 9, "tvOS": "any", "watchOS": "unsupported" } }"#,
        [
          #"drop-constraint "iOS" platform:iOS"#, #"move-bound "iOS" platform:iOS"#,
          #"drop-constraint "tvOS" platform:tvOS"#,
          #"drop-constraint "watchOS" platform:watchOS"#,
        ]
      ),
      (
        #"{ "platforms": { "tvOS": 9, "iOSOnly": { "atLeast": 9, "below": 12 }, "macOS": "unsupported" } }"#,
        [
          #"drop-constraint "tvOS" platform:tvOS"#, #"move-bound "tvOS" platform:tvOS"#,
          #"drop-constraint "iOSOnly" platform:iOS"#,
          #"drop-bound "atLeast" platform:iOS"#, #"move-bound "atLeast" platform:iOS"#,
          #"drop-bound "below" platform:iOS"#, #"move-bound "below" platform:iOS"#,
          #"drop-constraint "macOS" platform:macOS"#,
        ]
      ),
      (
        #"{ "appVersion": "2.1" }"#,
        [
          #"drop-constraint "appVersion" appVersion"#, #"move-bound "appVersion" appVersion"#,
        ]
      ),
      (
        #"{ "appVersion": { "below": "2.1.1", "atLeast": "2.1" } }"#,
        [
          #"drop-constraint "appVersion" appVersion"#, #"drop-bound "atLeast" appVersion"#,
          #"drop-bound "below" appVersion"#, #"move-bound "below" appVersion"#,
        ]
      ),
      (
        #"{ "appVersion": "1.0.2147483647" }"#, [#"drop-constraint "appVersion" appVersion"#]
      ),
      (
        #"{ "date": { "atLeast": "2026-12-01", "below": "9999-12-31T23:59:59Z" } }"#,
        [
          #"drop-constraint "date" date"#, #"drop-bound "atLeast" date"#,
          #"move-bound "atLeast" date"#, #"drop-bound "below" date"#,
        ]
      ),
      (
        #"{ "runtimeEnabled": true }"#,
        [
          #"drop-constraint "runtimeEnabled" runtimeEnabled"#, #"flip-default "f" -"#,
        ]
      ),
      (
        #"{ "anyOf": [{ "userToggled": { "defaultValue": true } }, { "not": { "runtimeEnabled": true } }] }"#,
        [
          #"drop-constraint "anyOf" anyOf"#,
          #"drop-alternative { "userToggled": { "defaultValue": true } } anyOf"#,
          #"drop-constraint "userToggled" anyOf"#,
          #"drop-alternative { "not": { "runtimeEnabled": true } } anyOf"#,
          #"drop-constraint "not" anyOf"#, #"flip-default "userToggled" anyOf"#,
          #"flip-default "f" -"#,
        ]
      ),
      (
        #"{ "permissions": ["camera", { "permission": "photos", "in": ["authorized", "limited"] }] }"#,
        [
          #"drop-constraint "camera" permission:camera"#,
          #"drop-constraint { "permission": "photos", "in": ["authorized", "limited"] } permission:photos=authorized|limited"#,
          #"drop-alternative "authorized" permission:photos=authorized|limited"#,
          #"drop-alternative "limited" permission:photos=authorized|limited"#,
        ]
      ),
      (
        #"{ "purchases": [{ "product": "A", "in": ["revoked"] }, { "anyOf": ["A", { "allOf": ["B"] }] }] }"#,
        [
          #"drop-constraint { "product": "A", "in": ["revoked"] } purchase:A=revoked"#,
          #"drop-constraint { "anyOf": ["A", { "allOf": ["B"] }] } purchase:A or B"#,
          #"drop-alternative "A" purchase:A or B"#,
          #"drop-alternative { "allOf": ["B"] } purchase:A or B"#,
        ]
      ),
      (
        #"{ "purchases": [{ "allOf": [{ "product": "C", "quantity": 2 }, { "group": "main", "in": ["expired", "purchased"] }] }] }"#,
        [
          #"drop-constraint { "allOf": [{ "product": "C", "quantity": 2 }, { "group": "main", "in": ["expired", "purchased"] }] } purchase:2xC and group:main=expired|purchased"#,
          #"drop-constraint { "product": "C", "quantity": 2 } purchase:2xC and group:main=expired|purchased"#,
          #"drop-constraint { "group": "main", "in": ["expired", "purchased"] } purchase:2xC and group:main=expired|purchased"#,
          #"drop-alternative "expired" purchase:2xC and group:main=expired|purchased"#,
          #"drop-alternative "purchased" purchase:2xC and group:main=expired|purchased"#,
        ]
      ),
      (
        #"{ "attributes": { "staff": true, "build": ["beta", "debug"], "country": { "notIn": ["FR", "DE"] } } }"#,
        [
          #"drop-constraint "staff" attribute:staff"#,
          #"drop-constraint "build" attribute:build"#,
          #"drop-alternative "beta" attribute:build"#,
          #"drop-alternative "debug" attribute:build"#,
          #"drop-constraint "country" attribute:country"#,
        ]
      ),
      (
        #"{ "attributes": { "country": { "endsWith": "!", "beginsWith": ["FR", "DE"] } } }"#,
        [
          #"drop-constraint "country" attribute:country"#,
          #"drop-bound "beginsWith" attribute:country"#,
          #"drop-alternative "FR" attribute:country"#, #"drop-alternative "DE" attribute:country"#,
          #"drop-bound "endsWith" attribute:country"#,
        ]
      ),
      (
        #"{ "attributes": { "country": { "contains": ["R"] } } }"#,
        [#"drop-constraint "country" attribute:country"#]
      ),
      (
        #"{ "attributes": { "count": { "atLeast": 2, "below": 9007199254740992 }, "server": { "atLeast": 1, "below": 2 } } }"#,
        [
          #"drop-constraint "count" attribute:count"#, #"drop-bound "atLeast" attribute:count"#,
          #"move-bound "atLeast" attribute:count"#, #"drop-bound "below" attribute:count"#,
          #"drop-constraint "server" attribute:server"#, #"drop-bound "atLeast" attribute:server"#,
          #"move-bound "atLeast" attribute:server"#, #"drop-bound "below" attribute:server"#,
          #"move-bound "below" attribute:server"#,
        ]
      ),
      (
        #"{ "attributes": { "count": [1, 2], "day": { "ago": { "atLeast": "P1D", "below": "P2D" } } } }"#,
        [
          #"drop-constraint "count" attribute:count"#, #"drop-alternative 1 attribute:count"#,
          #"drop-alternative 2 attribute:count"#, #"drop-constraint "day" attribute:day"#,
          #"drop-bound "atLeast" attribute:day"#, #"move-bound "atLeast" attribute:day"#,
          #"drop-bound "below" attribute:day"#, #"move-bound "below" attribute:day"#,
        ]
      ),
      (
        #"{ "rollout": { "percent": 5 }, "features": ["g"], "conditions": ["paid"], "allOf": [{ "platforms": { "iOS": 1, "tvOS": 2 } }] }"#,
        [
          #"drop-constraint "rollout" rollout"#, #"drop-constraint "g" feature:g"#,
          #"drop-constraint "paid" condition:paid"#, #"drop-constraint "allOf" allOf"#,
          #"drop-constraint { "platforms": { "iOS": 1, "tvOS": 2 } } allOf"#,
          #"drop-constraint "platforms" allOf"#, #"drop-alternative "iOS" allOf"#,
          #"drop-alternative "tvOS" allOf"#, #"move-bound "iOS" allOf"#,
          #"move-bound "tvOS" allOf"#,
        ]
      ),
      (
        #"{ "conditional": [{ "when": { "attributes": { "staff": true } }, "constraints": { "userToggled": { "defaultValue": false } } }], "userToggled": { "defaultValue": false } }"#,
        [
          #"drop-constraint "userToggled" userToggled"#, #"drop-constraint "staff" -"#,
          #"drop-constraint "userToggled" when[1]/userToggled"#,
          #"flip-default "userToggled" when[1]/userToggled"#,
        ]
      ),
    ] as [(String, [String])])
  func kinds(constraints: String, expected: [String]) throws {
    #expect(try edits(ofConstraints: constraints) == expected)
  }

  @Test(
    "Defaults are mutated at their declaration, and named conditions where they are defined")
  func declarations() throws {
    let found = try edits(
      #"""
      { "manifestVersion": 1,
        "attributes": [{ "id": "staff", "type": "boolean", "default": false },
                       { "id": "tester", "type": "boolean" }],
        "conditions": [{ "id": "known", "is": { "attributes": { "staff": true, "tester": true } } }],
        "features": [
          { "id": "f", "isEnabled": false, "constraints": { "anyOf": [{ "runtimeEnabled": true }] } },
          { "id": "g", "isEnabled": false, "constraints": { "conditions": ["known"] } }] }
      """#)
    #expect(
      found == [
        #"flip-default "default" -"#, #"drop-constraint "staff" -"#, #"drop-constraint "tester" -"#,
        #"drop-constraint "anyOf" anyOf"#, #"drop-constraint "runtimeEnabled" anyOf"#,
        #"flip-default "isEnabled" -"#, #"drop-constraint "known" condition:known"#,
      ])
  }

  @Test(
    "A bound moves to the next value of its type, within the range and what was released",
    arguments: [
      (#""platforms": { "iOS": "15.4" }"#, [">= 15.4.1"]),
      (
        #""platforms": { "macOS": { "atLeast": "10.15.7", "below": 16 } }"#, [">= 10.15.8", "< 26"]
      ),
      (
        #""platforms": { "iOS": { "atLeast": "18.9", "below": "25.9.9" } }"#, [">= 18.9.1", "< 26"]
      ),
      (#""platforms": { "visionOS": 3, "watchOS": 26 }"#, [">= 26", ">= 26.0.1"]),
      (#""platforms": { "tvOS": { "atLeast": 20, "below": 26 } }"#, ["< 26.0.1"]),
      (#""platforms": { "iOS": { "atLeast": 15, "below": "15.0.1" } }"#, ["< 15.0.2"]),
      (#""anyOf": [{ "platforms": { "iOS": 19 } }]"#, [">= 26"]),
      (#""appVersion": 19"#, [">= 19.0.1"]),
      (#""attributes": { "server": "2.1" }"#, [">= 2.1.1"]),
      (#""attributes": { "server": { "below": "2.0.2147483647" } }"#, []),
      (#""attributes": { "count": { "atLeast": 2, "below": 3 } }"#, ["< 4"]),
      (#""date": { "below": "2026-12-01" }"#, ["< 2026-12-01T00:00:01Z"]),
      (#""attributes": { "day": { "ago": { "atLeast": "PT15M" } } }"#, [">= PT15M1S"]),
      (
        #""attributes": { "day": { "ago": { "atLeast": "-P30D", "below": "P1W" } } }"#,
        [">= -P29DT23H59M59S", "< P7DT1S"]
      ),
      (#""attributes": { "day": { "ago": { "atLeast": "-PT1S", "below": "PT0S" } } }"#, ["< PT1S"]),
      (#""attributes": { "day": { "ago": { "below": "PT9223372036854775807S" } } }"#, []),
      (#""not": { "platforms": { "iOS": 15 }, "appVersion": 2 }"#, []),
    ] as [(String, [String])])
  func movedBounds(constraints: String, expected: [String]) throws {
    let text = #"""
      { "manifestVersion": 1, "app": { "platforms": { "iOS": "any" } },
        "attributes": [{ "id": "count", "type": "integer" }, { "id": "server", "type": "version" },
                       { "id": "day", "type": "date" }],
        "features": [{ "id": "f", "constraints": { \#(constraints) } }] }
      """#
    let file = try ManifestFile(SourceFile(path: "m.json", text: SourceText(text)))
    let moved = file.manifest.mutations(ManifestLocations(file)).compactMap { mutation in
      if case .movedBound(_, let bound) = mutation.change { bound } else { nil }
    }
    #expect(moved == expected)
  }

  @Test("The deployment targets of the app are moved, and nothing else of it")
  func app() throws {
    let found = try edits(
      #"""
      { "manifestVersion": 1,
        "app": { "version": "2", "platforms": { "iOS": 16, "macOS": "any", "tvOS": "2147483647.0.2147483647" } },
        "features": [{ "id": "f" }] }
      """#)
    #expect(found == [#"move-bound "iOS" -"#])
    #expect(
      try edits(
        #"{ "manifestVersion": 1, "app": { "platforms": ["iOS"] }, "features": [{ "id": "f" }] }"#
      ).isEmpty)
  }

  @Test("Undoing a mutation restores the manifest", arguments: TestDepth.seeds(5, thorough: 150))
  func revert(seed: UInt64) throws {
    let file = try RandomSuite(seed: seed).file
    var mutant = file.manifest
    for mutation in file.manifest.mutations(ManifestLocations(file)) {
      mutation.apply(to: &mutant)
      #expect(mutant != file.manifest, "seed \(seed): \(mutation.location)")
      mutation.revert(&mutant, to: file.manifest)
      #expect(mutant == file.manifest, "seed \(seed): \(mutation.location)")
    }
  }
}
