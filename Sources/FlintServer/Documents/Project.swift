import FlintCore
import FlintManifest
import FlintText

/// A manifest with all that speaks of what it declares.
struct Project {
  let manifest: String
  private let workspace: Workspace

  init?(of path: String, in workspace: Workspace) {
    guard let manifest = workspace.project(of: path) else { return nil }
    self.manifest = manifest
    self.workspace = workspace
  }

  /// What a name stands for, under every kind of name that it has: a rollout without a bucket draws from one that is named
  /// after its feature.
  func things(named thing: Thing) -> Set<Thing> {
    let feature = Thing(.feature, thing.name.text)
    let bucket = Thing(.bucket, thing.name.text)
    guard thing == feature || thing == bucket else { return [thing] }
    let mentions = manifestMentions
    let isNamed = mentions.contains { $0.declares && $0.thing == bucket }
    let isFeature = mentions.contains { $0.declares && $0.thing == feature }
    return isFeature && !isNamed ? [feature, bucket] : [thing]
  }

  /// Every place where one of these is named, file by file.
  func mentions(of things: Set<Thing>) -> [(file: TextSnapshot, mentions: [Mention])] {
    files.compactMap { file in
      guard let kind = workspace.role(file.path) else { return nil }
      let mentions = file.mentions(as: kind).filter { things.contains($0.thing) }
      return mentions.isEmpty ? nil : (file, mentions)
    }
  }

  /// Every file that may name something.
  var files: [TextSnapshot] { workspace.files(of: manifest).compactMap { workspace.snapshot($0) } }

  /// Every place where the same is named as at this one.
  func mentions(
    like mention: Mention, in file: TextSnapshot
  ) -> [(file: TextSnapshot, mentions: [Mention])] {
    guard mention.thing.kind == .file else { return mentions(of: things(named: mention.thing)) }
    guard let part = part(at: mention, in: file) else { return [] }
    return parts.compactMap { file in
      let mentions = file.mentions(as: .manifest).filter { self.part(at: $0, in: file) === part }
      return mentions.isEmpty ? nil : (file, mentions)
    }
  }

  /// The file that an include leads to; nil for anything else.
  func part(at mention: Mention, in file: TextSnapshot) -> TextSnapshot? {
    guard mention.thing.kind == .file else { return nil }
    let path = Workspace.folder(of: file.path) + "/" + mention.thing.name.text
    guard let real = workspace.realPath(path) else { return nil }
    return parts.first { workspace.realPath($0.path) == real }
  }

  /// Files that could be included besides, by their paths from the folder of one that would include them.
  func includable(in file: TextSnapshot) -> [String] {
    let folder = Workspace.folder(of: file.path).split(separator: "/")
    return workspace.includable(in: manifest).filter { $0 != file.path }.map { path in
      let parts = path.split(separator: "/")
      let common = zip(folder, parts).prefix { $0 == $1 }.count
      return String(repeating: "../", count: folder.count - common)
        + parts[common...].joined(separator: "/")
    }
  }

  /// Where one of these is declared; of what is nowhere declared as such, nothing.
  func declarations(of things: Set<Thing>) -> [(file: TextSnapshot, mention: Mention)] {
    parts.flatMap { file in
      file.mentions(as: .manifest).filter { $0.declares && things.contains($0.thing) }
        .map { (file, $0) }
    }
  }

  /// What has a name of some kind, each once, in the order of the text.
  func names(_ kind: NameKind, owner: String?) -> [String] {
    var names = NameIndex()
    // What declares nothing is known by being named.
    let isUse = kind == .team || kind == .bucket
    for mention in manifestMentions where mention.thing.kind == kind && (mention.declares || isUse)
    {
      if mention.thing.owner == owner.map({ ExactText($0) }) {
        names.insert(mention.thing.name.text)
      }
    }
    return names.names
  }

  /// Whether something else has that name.
  func isTaken(_ thing: Thing) -> Bool {
    manifestMentions.contains {
      $0.thing == thing && ($0.declares || thing.kind == .team || thing.kind == .bucket)
    }
  }

  /// The manifest, and what it includes.
  var parts: [TextSnapshot] { workspace.reading(of: manifest)?.texts ?? [] }

  /// The manifest as it is read, nil while it has errors.
  var file: ManifestFile? { workspace.reading(of: manifest)?.file }

  private var manifestMentions: [Mention] { parts.flatMap { $0.mentions(as: .manifest) } }
}
