import ProgramHarness
import Testing

@Suite("Comparisons and groups of audience") struct AudienceComparisonTests {
  private static let old = #"""
    {"manifestVersion": 1, "products": [{"id": "PRO", "type": "nonConsumable"}],
     "attributes": [{"id": "country", "type": "text"}],
     "features": [{"id": "map", "name": "The map", "constraints": {"platforms": {"iOS": 15}}},
       {"id": "trail", "constraints": {"purchases": ["PRO"]}}]}
    """#
  private static let new = old.replacing("15", with: "17").replacing(
    #"{"purchases": ["PRO"]}"#, with: "{}")
  private static let people = #"""
    {"osVersion": "16.1", "attributes": {"country": "FR"}, "weight": 3}
    {"osVersion": "17", "attributes": {"country": "DE"}, "purchases": {"PRO": "purchased"}}
    {"platform": "tvOS", "attributes": {"country": "FR"}}
    {"osVersion": "14"}
    """#

  /// Runs lines in a folder with two manifests and a file of users.
  private func withManifests(_ shell: String) throws -> Run {
    let scratch = try Scratch()
    try scratch.write(Self.old, to: "old.json")
    try scratch.write(Self.new, to: "new.json")
    try scratch.write(Self.people, to: "people.ndjson")
    return try Run.shell(shell, directory: scratch.folder)
  }

  @Test("audience --against reports who loses and gains features, and the causes")
  func against() throws {
    let run = try withManifests(
      "$FLINT audience new.json people.ndjson --against old.json --feature 'the map',trail")
    #expect(
      run.output.hasPrefix(
        """
        4 states, 6 users
        Across 2 features: 3 of 6 users lose at least one feature, 5 gain at least one,
          and at least one status changes for 5
        Counts overlap: a user can lose several features; a loss can have several causes

        The map: 3 of 6 users lose it; all of them because iOS is below 17
            available → unavailable 3
        trail: 5 of 6 users gain it; all of them lacked it because “PRO” was not
            purchased
            unavailable → available 5

        """), "\(run.output)")
    #expect(run.status == 0)
  }

  @Test("audience --against reports changes of status even if no user loses or gains a feature")
  func changeWithoutLoss() throws {
    let scratch = try Scratch()
    let manifest = """
      {"manifestVersion": 1, "features": [
        {"id": "scan", "constraints": {"permissions": ["camera"], "platforms": {"iOS": 15}}},
        {"id": "copy"}]}
      """
    try scratch.write(manifest, to: "old.json")
    try scratch.write(manifest.replacing("15", with: "17"), to: "new.json")
    // The camera permission has not been requested from any of these users.
    let people = #"{"osVersion": 16, "weight": 53333}"# + "\n" + #"{"weight": 746661}"#
    let line = ["audience", "new.json", "--against", "old.json"]
    let text = try Run.program(line, input: people, directory: scratch.folder).output
    #expect(
      text.hasPrefix(
        """
        2 states, 799,994 users
        no user loses or gains a feature, but at least one status changes for 53,333 of
          799,994 users
        Counts overlap: a user can lose several features; a loss can have several causes

        scan: the status changes for 53,333 of 799,994 users; no user loses or gains it
            undetermined → unavailable 53,333
        1 other feature: no status changes

        """), "\(text)")
    let json = try JSON(
      Run.program(line + ["--format", "json"], input: people, directory: scratch.folder).output)
    #expect(json["affected"]?["changed"]?.number == 53_333)
    let same = ["audience", "old.json", "--against", "old.json"]
    let unchanged = try Run.program(same, input: people, directory: scratch.folder).output
    #expect(
      unchanged.hasPrefix(
        """
        2 states, 799,994 users
        no status changes among 799,994 users

        2 features: no status changes

        """), "\(unchanged)")
  }

  @Test(
    "audience --by groups users by permission, product, credits and subscription level",
    arguments: [
      (
        "permission:location.whenInUse", ["authorized", "denied", "notDetermined", "unsupported"]
      ),
      ("purchase:SUB0001", ["inGracePeriod", "notPurchased", "unknown"]),
      ("purchase:CREDIT-ZBUCK", ["0", "12"]), ("group:main", ["max", "plus", ""]),
    ])
  func groupedByPossessions(key: String, values: [String]) throws {
    let scratch = try Scratch()
    try scratch.write(
      """
      {"manifestVersion": 1, "groups": [{"id": "main", "levels": ["plus", "max"]}],
       "products": [
         {"id": "SUB0001", "type": "autoRenewingSubscription", "group": "main", "level": "plus"},
         {"id": "MAX", "type": "autoRenewingSubscription", "group": "main", "level": "max"},
         {"id": "CREDIT-ZBUCK", "type": "consumable"}],
       "features": [{"id": "f"}]}
      """, to: "m.json")
    let people = """
      {"purchases": {"SUB0001": "inGracePeriod"}, "permissions": {"location.always": "authorized"}}
      {"purchases": {"SUB0001": "unknown", "MAX": "purchased"}, "platform": "tvOS", "osVersion": 8}
      {"purchases": {"CREDIT-ZBUCK": 12}, "permissions": {"location.whenInUse": "denied"}}
      {}
      """
    let run = try Run.program(
      ["audience", "m.json", "--by", key, "--format", "csv"], input: people,
      directory: scratch.folder)
    let rows = run.output.split(separator: "\n").map { $0.prefix { $0 != "," } }
    #expect(rows == [key[...]] + values.map { $0[...] }, "\(run.output)\(run.errors)")
    // Text shows a status in words: `notPurchased` is “not purchased”.
    func words(_ value: String) -> [String] {
      [value, value.replacing(/[A-Z]/) { " " + $0.output.lowercased() }]
    }
    let text = try Run.program(
      ["audience", "m.json", "--by", key], input: people, directory: scratch.folder
    ).output
    for value in values where !value.isEmpty {
      #expect(words(value).contains { text.contains($0) }, "\(value): \(text)")
    }
  }

  @Test("A table has a row for each feature and group and, on request, for each constraint")
  func groupedTable() throws {
    let line =
      "$FLINT audience new.json people.ndjson --against old.json --by attribute:country "
      + "--feature map --format csv"
    let columns = """
      attribute:country,feature,available,undetermined,unavailable,lost,gained,\
      availableToUndetermined,availableToUnavailable,undeterminedToAvailable,\
      undeterminedToUnavailable,unavailableToAvailable,unavailableToUndetermined,\
      affectedLost,affectedGained,affectedChanged
      """
    #expect(
      try withManifests(line).output == """
        \(columns)
        DE,map,1,0,0,0,0,0,0,0,0,0,0,0,0,0
        FR,map,1,0,3,3,0,0,3,0,0,0,0,3,4,4
        ,map,0,0,1,0,0,0,0,0,0,0,0,0,1,1

        """)
    #expect(
      try withManifests(line + " --constraints").output == """
        \(columns),constraint,notSatisfied,notDetermined,decisive,constraintLost,constraintGained
        DE,map,1,0,0,0,0,0,0,0,0,0,0,0,0,0,,,,,,
        DE,map,,,,,,,,,,,,,,,platform:iOS,0,0,0,0,0
        FR,map,1,0,3,3,0,0,3,0,0,0,0,3,4,4,,,,,,
        FR,map,,,,,,,,,,,,,,,platform:iOS,3,0,3,3,0
        ,map,0,0,1,0,0,0,0,0,0,0,0,0,1,1,,,,,,
        ,map,,,,,,,,,,,,,,,platform:iOS,1,0,1,0,0

        """)
    let text = try withManifests("$FLINT audience new.json people.ndjson --constraints")
    #expect(text.errors == "error: option '--constraints' requires '--format csv'\n")
  }

  @Test("--max-loss sets the exit status to 1, for a single run and for merged parts")
  func maxLoss() throws {
    let run = try withManifests(
      """
      $FLINT audience new.json people.ndjson --against old.json --max-loss 50 > text; echo $?
      $FLINT audience new.json people.ndjson --against old.json --max-loss 49.9999 > text; echo $?
      $FLINT audience new.json people.ndjson --against old.json --format json > one.json
      cp one.json two.json
      $FLINT audience --merge one.json two.json --max-loss 50 --feature map > text; echo $?
      $FLINT audience --merge one.json two.json --max-loss 49.9 > text; echo $?
      head -6 text
      """)
    #expect(
      run.output == """
        0
        1
        0
        1
        8 states, 12 users
        6 of 12 users lose at least one feature, 10 gain at least one, and at least one
          status changes for 10
        Counts overlap: a user can lose several features; a loss can have several causes

        map: 6 of 12 users lose it; all of them because of platform:iOS

        """)
    #expect(
      run.errors == """
        error: feature 'map' loses 3 of 6 users; expected at most 49.9999%
        error: feature 'map' loses 6 of 12 users; expected at most 49.9%

        """)
  }

  @Test("--feature limits the features that --max-loss checks, and errors name those that fail")
  func maxLossOfSomeFeatures() throws {
    let run = try withManifests(
      """
      for feature in trail map trail,map 'the map'; do
        $FLINT audience new.json people.ndjson --against old.json --max-loss 5 \\
          --feature "$feature" --output text; echo $?
      done
      $FLINT audience new.json people.ndjson --against old.json --format json --output one.json
      $FLINT audience --merge one.json --max-loss 5 --feature trail --output text; echo $?
      """)
    #expect(run.output == "0\n1\n1\n1\n0\n")
    let error = "error: feature 'map' loses 3 of 6 users; expected at most 5%\n"
    #expect(run.errors == error + error + error)
  }

  @Test("Comparisons and groups are merged byte for byte", arguments: ["json", "csv"])
  func mergeOfComparisons(format: String) throws {
    let run = try withManifests(
      """
      options="--against old.json --by platform,osVersion --by attribute:country,purchase:PRO"
      split -l 1 people.ndjson part.
      for part in part.??; do $FLINT audience new.json $part $options --format json > $part.json; done
      $FLINT audience new.json $options --format json --allow-empty < /dev/null > part.none.json
      $FLINT audience --merge part.*.json --format \(format) > merged
      $FLINT audience new.json people.ndjson $options --format \(format) > whole
      cmp merged whole && test -s whole && echo same
      """)
    #expect(run.output == "same\n", "\(run.errors)")
  }

  @Test(
    "Incompatible parts and options without their companion are rejected")
  func wrongCompany() throws {
    let run = try withManifests(
      """
      $FLINT audience new.json people.ndjson --format json > plain.json
      $FLINT audience new.json people.ndjson --against old.json --format json > compared.json
      $FLINT audience new.json people.ndjson --by platform --format json > one.json
      $FLINT audience new.json people.ndjson --by osVersion --format json > other.json
      for line in "--merge plain.json compared.json" "--merge plain.json one.json" \\
        "--merge one.json other.json" "--merge plain.json --max-loss 5" \\
        "--merge plain.json --feature mao" "--merge plain.json --against old.json" \\
        "--merge plain.json --by platform" "new.json people.ndjson --max-loss 5" \\
        "new.json people.ndjson --by platfrm" "new.json people.ndjson --by attribute:land" \\
        "new.json people.ndjson --by platform,platform"; do
        $FLINT audience $line > /dev/null; echo $?
      done
      """)
    #expect(run.output == String(repeating: "2\n", count: 11))
    #expect(
      run.errors == """
        error: 'compared.json' and the first result come from different manifests
        hint: merge results that were counted with the same manifests
        error: 'one.json' and the first result have different groups
        hint: merge results that were counted with the same '--by'
        error: 'other.json' and the first result have different groups
        hint: merge results that were counted with the same '--by'
        error: 'plain.json' is not a comparison of two manifests, so losses are unknown
        hint: create each result with 'audience --against OLD'
        error: unknown feature 'mao' in '--feature'
        hint: did you mean 'map'?
        error: '--against' and '--merge' cannot be given together
        hint: see 'flint-inspect audience --help'
        error: '--by' and '--merge' cannot be given together
        hint: see 'flint-inspect audience --help'
        error: option '--max-loss' requires '--against' or '--merge'
        hint: see 'flint-inspect audience --help'
        error: cannot group by 'platfrm'; expected platform, osVersion, appVersion, attribute:ID, permission:NAME, purchase:ID or group:ID
        error: unknown attribute 'land' in '--by'
        hint: the only one is country
        error: 'platform' is given more than once in '--by'

        """)
  }
}
