import FlintText
import ProgramHarness
import Testing

@testable import FlintInspect
@testable import FlintManifest

@Suite("Suggestions") struct SuggestionTests {
  @Test("The suggestions for synonyms are words of a format or of an option")
  func vocabulary() throws {
    var known = Set(Bool.words.map(\.word))
    for name in ["manifest", "state", "scenarios"] {
      let schema = try Run.program(["schema", name]).output
      known.formUnion(schema.matches(of: #/"([^"\\]+)"/#).map { String($0.1) })
    }
    for option in StateOption.all {
      switch option.option.value {
      case .choice(let words), .assignment(_, .choice(let words)): known.formUnion(words)
      default: break
      }
    }
    for (typed, meant) in Synonyms.words {
      #expect(Set(meant).subtracting(known) == [], "\(typed)")
      #expect(typed == typed.lowercased() && !typed.contains { " -_.".contains($0) })
    }
  }

  @Test("The suggestions for commands and options of other programs exist")
  func commands() {
    let names = CommandTable.commands.map(\.name)
    let others = CommandTable.commands.flatMap(\.otherNames)
    #expect(Set(others).count == others.count && Set(others).isDisjoint(with: names))
    for command in CommandTable.commands {
      let elsewhere = command.allOptions.compactMap(\.spellingElsewhere)
      let own = command.allOptions.compactMap { $0.short.map { "-\($0)" } }
      #expect(
        Set(elsewhere).count == elsewhere.count && Set(elsewhere).isDisjoint(with: own),
        "\(command.name)")
    }
  }
}
