import FlintManifest
import FlintModel
import FlintText
import Testing

@testable import FlintProject

@Suite("Rules of Remote Config as conditions")
struct RuleTests {
  static let rules: [(rule: String, condition: String)] = [
    ("true", #"{"rollout":{"percent":100,"bucket":"remote.when.c1"}}"#),
    ("false", #"{"rollout":{"percent":0,"bucket":"remote.when.c1"}}"#),
    ("device.os == 'ios'", #"{"rollout":{"percent":100,"bucket":"remote.when.c1"}}"#),
    ("device.os != 'web'", #"{"rollout":{"percent":100,"bucket":"remote.when.c1"}}"#),
    ("device.os == 'android'", #"{"rollout":{"percent":0,"bucket":"remote.when.c1"}}"#),
    ("app.id == '1:2:ios:3'", #"{"attributes":{"app.id":"1:2:ios:3"}}"#),
    ("app.id != 'a'", #"{"attributes":{"app.id":{"notIn":["a"]}}}"#),
    (
      "device.country in ['us', 'US', 'Ca']",
      #"{"attributes":{"device.country":["US","CA"]}}"#
    ),
    ("device.language in ['en-US']", #"{"attributes":{"device.language":"en-US"}}"#),
    ("firebaseInstallationId in ['a']", #"{"attributes":{"app.firebaseInstallationId":"a"}}"#),
    // Versions. A missing part is 0, and the next version has three parts.
    ("app.version.<(['1.2'])", #"{"appVersion":{"below":"1.2"}}"#),
    ("app.version.<=(['1.2'])", #"{"appVersion":{"below":"1.2.1"}}"#),
    ("app.version.>(['1.2'])", #"{"appVersion":{"atLeast":"1.2.1"}}"#),
    ("app.version.>=(['01.2'])", #"{"appVersion":{"atLeast":"1.2"}}"#),
    ("app.version.==(['1.2'])", #"{"appVersion":{"atLeast":"1.2","below":"1.2.1"}}"#),
    ("app.version.!=(['1.2'])", #"{"not":{"appVersion":{"atLeast":"1.2","below":"1.2.1"}}}"#),
    ("app.version.<(['0'])", #"{"rollout":{"percent":0,"bucket":"remote.when.c1"}}"#),
    ("app.version.>=(['0.0'])", #"{"rollout":{"percent":100,"bucket":"remote.when.c1"}}"#),
    // Trailing zeros are irrelevant.
    ("app.version.>=(['1.2.3.0.0'])", #"{"appVersion":{"atLeast":"1.2.3"}}"#),
    ("app.version.>=(['1.2.3.0'])", #"{"appVersion":{"atLeast":"1.2.3"}}"#),
    ("app.build.>=(['42'])", #"{"attributes":{"app.build":{"atLeast":"42"}}}"#),
    (
      "version(app.customSignal['v']) >= '1.2.0'",
      #"{"attributes":{"signal.v.version":{"atLeast":"1.2.0"}}}"#
    ),
    // Texts.
    (
      "app.version.exactlyMatches([' 1.2 ', '1.2'])",
      #"{"attributes":{"app.version.text":"1.2"}}"#
    ),
    ("app.build.contains(['a'])", #"{"attributes":{"app.build.text":{"contains":"a"}}}"#),
    (
      "app.userProperty['a'].notContains(['x', 'y'])",
      #"{"not":{"attributes":{"user.a":{"contains":["x","y"]}}}}"#
    ),
    (
      "!app.customSignal['a b'].exactlyMatches([\"it's\", 'b\\d\\\\'])",
      #"{"attributes":{"signal.a-b":{"notIn":["it's","b\\d\\"]}}}"#
    ),
    // Integers.
    ("app.userProperty['n'] >= 3", #"{"attributes":{"user.n.number":{"atLeast":3}}}"#),
    ("app.userProperty['n'] > 3", #"{"attributes":{"user.n.number":{"atLeast":4}}}"#),
    ("app.customSignal['n'] == +3.0", #"{"attributes":{"signal.n.number":[3]}}"#),
    ("app.customSignal['n'] != -0", #"{"not":{"attributes":{"signal.n.number":[0]}}}"#),
    // Dates.
    (
      "dateTime < dateTime('2026-12-01T09:00:00', 'Europe/Paris')",
      #"{"date":{"below":"2026-12-01T08:00Z"}}"#
    ),
    ("dateTime >= dateTime('2026-12-01T00:00:00')", #"{"date":{"atLeast":"2026-12-01"}}"#),
    ("dateTime > dateTime('2026-12-01T00:00')", #"{"date":{"atLeast":"2026-12-01T00:00:01Z"}}"#),
    ("dateTime <= dateTime('2026-12-01')", #"{"date":{"below":"2026-12-01T00:00:01Z"}}"#),
    ("dateTime <= dateTime('2026-12-01T00:00:00Z')", #"{"date":{"below":"2026-12-01T00:00:01Z"}}"#),
    (
      "app.firstOpenTimestamp >= ('2026-07-01T12:00:00', 'Asia/Tokyo')",
      #"{"attributes":{"app.firstOpenTimestamp":{"atLeast":"2026-07-01T03:00Z"}}}"#
    ),
    (
      "firstOpenTimestamp < dateTime('2026-07-01T12:00:00', 'GMT')",
      #"{"attributes":{"app.firstOpenTimestamp":{"below":"2026-07-01T12:00Z"}}}"#
    ),
    // Percentages.
    ("percent <= 10", #"{"rollout":{"percent":10,"bucket":"percent"}}"#),
    ("percent('s') > 12.50000", #"{"not":{"rollout":{"percent":12.5,"bucket":"percent.s"}}}"#),
    (
      "percent between 10 and 30",
      #"{"rollout":{"percent":30,"bucket":"percent"},"not":{"rollout":{"percent":10,"bucket":"percent"}}}"#
    ),
    ("percent between 0 and 30", #"{"rollout":{"percent":30,"bucket":"percent"}}"#),
    ("percent between 30 and 100", #"{"not":{"rollout":{"percent":30,"bucket":"percent"}}}"#),
    ("percent between 0 and 100", #"{"rollout":{"percent":100,"bucket":"remote.when.c1"}}"#),
    ("percent('s') <= 100.0", #"{"rollout":{"percent":100,"bucket":"remote.when.c1"}}"#),
    ("percent('s') > 0", #"{"rollout":{"percent":100,"bucket":"remote.when.c1"}}"#),
    ("percent('s') <= 0", #"{"rollout":{"percent":0,"bucket":"remote.when.c1"}}"#),
    ("percent > 100", #"{"rollout":{"percent":0,"bucket":"remote.when.c1"}}"#),
    // Combinations.
    (
      "device.os == 'ios' && percent <= 5 && percent <= 5",
      #"{"rollout":{"percent":5,"bucket":"percent"}}"#
    ),
    ("percent <= 5 || true", #"{"rollout":{"percent":100,"bucket":"remote.when.c1"}}"#),
    ("percent > 100 || device.country in ['FR']", #"{"attributes":{"device.country":"FR"}}"#),
    (
      "device.os == 'android' && app.userProperty['n'] > 1.5",
      #"{"rollout":{"percent":0,"bucket":"remote.when.c1"}}"#
    ),
    ("percent <= 5 && false", #"{"rollout":{"percent":0,"bucket":"remote.when.c1"}}"#),
    ("!!(percent <= 5)", #"{"rollout":{"percent":5,"bucket":"percent"}}"#),
    (
      "percent <= 5 || percent > 50 && device.country in ['FR']",
      #"{"anyOf":[{"rollout":{"percent":5,"bucket":"percent"}},"#
        + #"{"attributes":{"device.country":"FR"},"not":{"rollout":{"percent":50,"bucket":"percent"}}}]}"#
    ),
    (
      "!(percent <= 5 || device.country in ['FR'])",
      #"{"attributes":{"device.country":{"notIn":["FR"]}},"not":{"rollout":{"percent":5,"bucket":"percent"}}}"#
    ),
    (
      "percent <= 5 && percent('a') <= 6 && percent > 1 && percent > 2",
      #"{"rollout":{"percent":5,"bucket":"percent"},"allOf":[{"rollout":{"percent":6,"bucket":"percent.a"}}],"#
        + #""not":{"anyOf":[{"rollout":{"percent":1,"bucket":"percent"}},{"rollout":{"percent":2,"bucket":"percent"}}]}}"#
    ),
    // The same alternatives in another order are equal.
    (
      "(percent <= 5 && device.country in ['FR']) || (device.country in ['FR'] && percent <= 5)",
      #"{"attributes":{"device.country":"FR"},"rollout":{"percent":5,"bucket":"percent"}}"#
    ),
  ]

  @Test("Are translated as the guide describes", arguments: rules)
  func translation(rule: String, condition: String) throws {
    let part = try partText(templateText([rule]))
    #expect(try conditions(in: part)["remote.when.c1"] == condition)
  }

  /// A rule in Firebase's format, and the id of the attribute that it becomes.
  static let inexpressible: [(rule: String, written: String, id: String)] = [
    (
      "app.userProperty[\"a\"].matches( ['^a\\d+$','b'] )",
      "app.userProperty['a'].matches(['^a\\d+$', 'b'])",
      "app.userProperty-a-.matches-a-d-b"
    ),
    (
      "app.audiences.inAtLeastOne(['Power users'])", "app.audiences.inAtLeastOne(['Power users'])",
      "app.audiences.inAtLeastOne-Power-users"
    ),
    (
      "app.operatingSystemAndVersion.inAtLeastOne(['Mac'])",
      "app.operatingSystemAndVersion.inAtLeastOne(['Mac'])",
      "app.operatingSystemAndVersion.inAtLeastOne-Mac"
    ),
    ("device.country in ['us', '']", "device.country in ['us', '']", "device.country-in-us"),
    ("app.id==''", "app.id == ''", "app.id-2"),
    ("app.build.>=([''])", "app.build.>=([''])", "app.build."),
    ("app.version.contains([''])", "app.version.contains([''])", "app.version.contains"),
    (
      "app.version.<=(['1.2.2147483647'])", "app.version.<=(['1.2.2147483647'])",
      "app.version.-1.2.2147483647"
    ),
    ("app.version.<(['2147483648'])", "app.version.<(['2147483648'])", "app.version.-2147483648"),
    (
      "app.userProperty['n']==1.5", "app.userProperty['n'] == 1.5", "app.userProperty-n-1.5"
    ),
    (
      "app.userProperty['n'] > 9007199254740992", "app.userProperty['n'] > 9007199254740992",
      "app.userProperty-n-9007199254740992"
    ),
    (
      "app.userProperty['n']>=4.5", "app.userProperty['n'] >= 4.5",
      "app.userProperty-n-4.5"
    ),
    (
      "app.userProperty['n'] < 0.50", "app.userProperty['n'] < 0.50",
      "app.userProperty-n-0.50"
    ),
    (
      "app.userProperty['n'] <= -3.5", "app.userProperty['n'] <= -3.5",
      "app.userProperty-n--3.5"
    ),
    (
      "app.customSignal['n'] > +3.5", "app.customSignal['n'] > +3.5",
      "app.customSignal-n-3.5"
    ),
    (
      "app.customSignal['n'] != 3.5", "app.customSignal['n'] != 3.5",
      "app.customSignal-n-3.5"
    ),
    (
      "app.version.==(['1.2.3.4'])", "app.version.==(['1.2.3.4'])",
      "app.version.-1.2.3.4"
    ),
    (
      "app.version.!=(['1.2.3.4'])", "app.version.!=(['1.2.3.4'])",
      "app.version.-1.2.3.4"
    ),
    (
      "app.version.<(['0.0.0.1'])", "app.version.<(['0.0.0.1'])",
      "app.version.-0.0.0.1"
    ),
    (
      "app.build.>(['1.2.3.0.4'])", "app.build.>(['1.2.3.0.4'])",
      "app.build.-1.2.3.0.4"
    ),
    (
      "version(app.customSignal['v'])>='1.2.3.4.5'",
      "version(app.customSignal['v']) >= '1.2.3.4.5'",
      "version-app.customSignal-v-1.2.3.4.5"
    ),
    ("percent<=12.34567", "percent <= 12.34567", "percent-12.34567"),
    ("percent( 'it\\'s' )>0.00001", "percent('it\\'s') > 0.00001", "percent-it-s-0.00001"),
    (
      "dateTime < dateTime('1969-12-31T23:59:59')", "dateTime < dateTime('1969-12-31T23:59:59')",
      "dateTime-dateTime-1969-12-31T23-59-59"
    ),
  ]

  @Test("That a manifest cannot express become attributes, with one note", arguments: inexpressible)
  func attribute(rule: String, written: String, id: String) throws {
    let part = try template(templateText([rule, "percent <= 5 && !(\(rule))"]))
    let attributes: [[String?]] = part.attributes.map { [$0.id, $0.name, "\($0.domain.type)"] }
    #expect(attributes == [[id, written, "boolean"]])
    #expect(
      part.notes.map(\.message) == [
        "a manifest cannot express the rule \(written); the result of the rule is unknown unless a state sets "
          + "attribute '\(id)'"
      ])
  }

  @Test("Have different ids if their slugs are equal")
  func slugs() throws {
    let part = try template(
      templateText([
        "app.userProperty['a b'].exactlyMatches(['x']) && app.userProperty['a-b'].exactlyMatches(['x'])",
        "app.audiences.inAll(['a']) || app.audiences.inAll(['a ']) || app.audiences.inAll(['a-2'])",
        "percent('x y') <= 5 && percent('x-y') <= 5",
      ]))
    #expect(
      part.attributes.map(\.id) == [
        "user.a-b", "user.a-b-2", "app.audiences.inAll-a", "app.audiences.inAll-a-2",
        "app.audiences.inAll-a-2-2",
      ])
    #expect(part.attributes.map(\.name).prefix(2) == ["user.a b", "user.a-b"])
    var sink = ByteSink()
    part.write(to: &sink)
    #expect(
      try conditions(in: sink.string)["remote.when.c3"]
        == #"{"rollout":{"percent":5,"bucket":"percent.x-y"},"#
        + #""allOf":[{"rollout":{"percent":5,"bucket":"percent.x-y-2"}}]}"#)
  }
}
