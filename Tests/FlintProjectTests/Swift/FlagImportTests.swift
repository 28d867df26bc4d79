import FlintManifest
import FlintModel
import FlintText
import TestSupport
import Testing

@testable import FlintProject

func manifest(codes: [String]) throws -> ManifestFile {
  let features = codes.enumerated().map { number, code in
    #"{"id": "f\#(number)", "code": \#(JSONText.quoted(code))}"#
  }
  let text = #"{"manifestVersion": 1, "features": [\#(features.joined(separator: ", "))]}"#
  return try ManifestFile(SourceFile(path: "flint.json", text: SourceText(text)))
}

@Suite("The import of feature flags")
struct FlagImportTests {
  private func flags(
    _ texts: [String], type: String? = nil, default property: String? = nil
  ) throws -> FlagImport {
    try FlagImport(
      texts.enumerated().map { number, text in
        try SwiftTokens(checked: SourceFile(path: "\(number).swift", text: SourceText(text)))
      }, type: type, default: property)
  }

  /// `turbo=true search=null`
  private func summary(_ flags: FlagImport) -> String {
    flags.flags.map { flag in
      let value =
        switch flag.isEnabled {
        case .yes: "true"
        case .no: "false"
        case .unknown: "null"
        }
      return "\(flag.name)=\(value)"
    }.joined(separator: " ")
  }

  private static func cases(_ names: String, _ property: String) -> String {
    "enum FeatureFlag: String, CaseIterable {\n case \(names)\n \(property)\n}"
  }

  private static func clauses(_ clauses: String, before: String = "", after: String = "") -> String
  {
    cases("a, b, c, d", "var enabled: Bool { \(before)\n switch self { \(clauses) }\n \(after) }")
  }

  @Test(
    "Reads the defaults of cases and properties",
    arguments: ExampleFile.examples("flag-cases", "flag-properties"))
  func defaults(example: ExampleFile.Example) throws {
    let flags = try flags([example.whole])
    let found = [summary(flags)]
    try example.record(found)
    let hasValues = found[0].contains("=true") || found[0].contains("=false")
    #expect(found == example.expected && (hasValues || flags.ambiguous.isEmpty))
  }

  @Test("A literal that the property returns around the 'switch' is a branch, too")
  func around() throws {
    let overridden = Self.clauses("default: true", before: "if let x = store[self] { return x }")
    #expect(try summary(flags([overridden])) == "a=true b=true c=true d=true")
    let limited = Self.clauses("default: true", before: "guard isBeta else { return false }")
    #expect(try summary(flags([limited])) == "a=null b=null c=null d=null")
  }

  @Test("Leaves out what is visibly no flag")
  func others() throws {
    let text = """
      final class DebugToggles: NSObject {
        static let store = UserDefaults.standard, shared = DebugToggles()
        static let count = 3, names = ["a"], title = "true", keys: [String: Bool] = [:]
        static var variant: String? { isBeta ? "true" : nil }
        static var optional: Bool?
        private static let isBeta = build == .beta
        static func isOn(_ flag: Bool = true) -> Bool { let x = true; return x }
        struct Inner { static let inner = true }
        var instance = true
        @Flag("text") var text = "a"
        static let flag = true
      }
      """
    #expect(try summary(flags([text])) == "flag=true")
  }

  @Test(
    "Reads the type that the names suggest, or the given one, and its extensions in other files")
  func types() throws {
    let text =
      "struct Settings { static let a = true }\nextension App { enum NewFeature { case b } }"
    #expect(try summary(flags([text])) == "b=null")
    #expect(try summary(flags([text], type: "Settings")) == "a=true")
    let other = "extension App.NewFeature { var on: Bool { switch self { case .b: true } } }"
    #expect(try summary(flags([text, other])) == "b=true")
    let none = #expect(throws: InvalidInput.self) { try flags([other, "class A {}\nenum B {}"]) }
    #expect(none?.source.path == "1.swift")
    #expect(none?.diagnostics.first?.hint == "choose a type with '--type NAME': 'A' or 'B'")
    #expect(throws: InvalidInput.self) { try flags([other]) }
    #expect(throws: InvalidInput.self) { try flags([text], type: "App") }
  }

  @Test("Chooses no property if several could have the defaults")
  func severalProperties() throws {
    let two = Self.cases(
      "a",
      """
      var enabled: Bool { switch self { case .a: return true } }
      var canOverride: Bool { switch self { default: return false } }
      var source: Source { switch self { case .a: return .disabled } }
      """)
    let unread = try flags([two])
    #expect(
      summary(unread) == "a=null"
        && unread.ambiguous.map(\.properties) == [["enabled", "canOverride"]])
    #expect(try summary(flags([two], default: "enabled")) == "a=true")
    let branches = Self.cases(
      "a, b",
      """
      #if DEBUG
      var on: Bool { switch self { case .a: true; case .b: true } }
      #else
      var on: Bool { switch self { case .a: true; case .b: false } }
      #endif
      """)
    #expect(try summary(flags([branches])) == "a=true b=null")
    #expect(try summary(flags([branches], default: "on")) == "a=true b=null")
  }

  @Test(
    "Only a name that says whether a flag is on is that of a property with the defaults",
    arguments: [
      ("enabled", true), ("isOn", true), ("defaultValue", true), ("isEnabledByDefault", true),
      ("supportsOverrides", false), ("isRemotelyConfigured", false), ("isInternal", false),
    ])
  func propertyName(name: String, isOfDefaults: Bool) throws {
    let text = Self.cases("a", "var \(name): Bool { switch self { default: true } }")
    #expect(try summary(flags([text])) == (isOfDefaults ? "a=true" : "a=null"))
    #expect(try summary(flags([text], default: name)) == "a=true")
  }

  @Test("Takes the first paragraph of the documentation, and the line")
  func documentation() throws {
    let text = """
      enum Flags {
        /// Another paragraph.

        // MARK: -
        /// One
        ///   line.
        ///
        /// Not this.
        // swiftlint:disable:next all
        @objc(a) public static let a = true
        /**
         * Two lines
         * of a block
         *
         * and more
         */
        static let b = true // /// not this
        static let c = true
        static let größe = true, _d = true
      }
      enum OtherFlags { static let c = false }
      """
    let flags = try flags([text])
    #expect(flags.flags.map(\.description) == ["One line.", "Two lines of a block", nil])
    #expect(flags.flags.map(\.location) == ["0.swift:10", "0.swift:17", "0.swift:18"])
    #expect(flags.leftOut.map(\.code) == ["Flags.größe", "Flags._d", "OtherFlags.c"])
  }

  @Test("Writes a part that a manifest can include")
  func part() throws {
    var bytes: [UInt8] = []
    var sink = ByteSink { bytes += $0 }
    try flags([Self.clauses("case .a: true\n default: isBeta")]).write(to: &sink)
    sink.flush()
    let text = SourceText(bytes)
    let file = try ManifestFile(SourceFile(path: "flags.json", text: text))
    #expect(file.manifest.features.map(\.id) == ["a", "b", "c", "d"])
    #expect(file.manifest.features.map(\.isEnabled) == [.yes, .unknown, .unknown, .unknown])
    #expect(file.codes.first == ["FeatureFlag.a"])
  }
}

@Suite("The search for features in Swift sources")
struct SourceSearchTests {
  private func findings(
    _ codes: [String], calls: [String] = [], _ sources: String...
  ) throws -> [String] {
    let file = try manifest(codes: codes)
    var search = SourceSearch([file], flagCalls: calls)
    for (number, text) in sources.enumerated() {
      search.read(SourceFile(path: "\(number)", text: SourceText(text)))
    }
    let missing = search.missing(in: file).map { $0.feature ?? "" }
    return missing
      + search.undeclared.map { source, diagnostic in
        var lines = SourceLocator(source.text)
        let line = lines.location(of: diagnostic.range?.lowerBound ?? 0).line
        return "\(source.path):\(line) \(diagnostic.message.split(separator: "'")[1])"
      }
  }

  private static let flags = """
    enum Flag: String { case a, b, c; static let name = "x"
      static var list: [Flag] { allCases } }
    """

  @Test(
    "Finds the names of features",
    arguments: [
      ("Flag.a", true), ("Flag\n  .a", true), ("App.Flag.a.isOn", true), (#""\(Flag.a)""#, true),
      ("\\Flag.a", true), ("#if DEBUG\nFlag.a\n#endif", true), ("enum Flag { case a }", true),
      ("extension Flag { static let a = 1 }", true),
      ("struct Flag { @Flag(x: true) var a: Bool }", true),
      ("// Flag.a\n/* Flag.a */ \"Flag.a\"", false), ("Other.a; Flag.ab; Flags.a; flag.a", false),
      ("func f() { enum Other { case a } }", false), ("isOn(.a)", true),
      ("isOn(x, [.b: .a])", true),
      ("isOn(x.a, y?.a, f().a, 0...a)", false), ("other(.a)", false), ("isOn(b) + .a", false),
    ])
  func mentions(text: String, isFound: Bool) throws {
    #expect(try findings(["Flag.a"], calls: ["isOn"], text).contains("f0") == !isFound)
  }

  @Test("Finds string literals with exactly this text")
  func literals() throws {
    #expect(try findings(["\"a_b\""], "x = \"a_b\"") == [])
    #expect(try findings(["\"a_b\""], "x = \"a_b \" + \"\\(a_b)\" // \"a_b\"") == ["f0"])
  }

  @Test("Finds a flag without a feature at its first use, not at its declaration")
  func undeclared() throws {
    let uses = "f(Flag.a)\nisOn(.b)\nisOn(Flag.b)\nFlag.allCases; Flag.name; Flag.list; Flag(x)"
    #expect(try findings(["Flag.a"], calls: ["isOn"], Self.flags, uses) == ["1:2 Flag.b"])
    #expect(try findings(["Flag.a"], Self.flags, uses) == ["1:3 Flag.b"])
    #expect(try findings(["Flag.a", "Flag.b"], Self.flags, uses) == [])
    #expect(try findings(["Flag.a"], Self.flags) == [])
  }

  @Test("Without the declaration of the type, lower-case members count")
  func withoutDeclaration() throws {
    let uses = "f(Flag.a, Flag.b)\nFlag.self; Flag.make(); Flag.Key; Flag.allCases; isOn(.c)"
    #expect(try findings(["Flag.a"], calls: ["isOn"], uses) == ["0:1 Flag.b", "0:2 Flag.c"])
  }
}
