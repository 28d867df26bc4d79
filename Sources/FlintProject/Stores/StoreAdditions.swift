import FlintCore
package import FlintManifest
import FlintText

/// What a manifest lacks of the products and groups of some stores.
///
/// What it says already is kept: a product's group stays the manifest's, whatever the store calls it, and so do the names of
/// its levels.
package struct StoreAdditions {
  /// Where a product is, by the names that the manifest has for it.
  struct GroupPosition {
    let group: String
    let level: String?
  }

  private(set) var groups: [GroupDeclaration] = []
  private(set) var products: [(declaration: ProductDeclaration, place: GroupPosition?)] = []

  /// Places of products that the manifest declares without a group, by their index there.
  private(set) var places: [(product: Int, place: GroupPosition)] = []

  /// Products whose rank is none of the levels that the manifest has for their group, so that they stay without it.
  private(set) var unplaced: [(product: String, group: Int)] = []

  package var isEmpty: Bool { groups.isEmpty && products.isEmpty && places.isEmpty }

  package init(of store: StoreProducts, to file: ManifestFile) {
    let manifest = file.manifest
    let declared = store.products.map { file.names.products.index(of: $0.declaration.id) }
    let merged = store.groups.indices.map {
      MergedGroup($0, of: store, declared, in: file)
    }
    var used: Set<Int> = []
    defer { groups = merged.indices.filter(used.contains).compactMap { merged[$0].added } }
    for (product, index) in zip(store.products, declared) {
      let place = product.group.flatMap { merged[$0].place(ofRank: product.rank) }
      let isMissing = index.map {
        manifest.products[$0].group == nil
          && manifest.products[$0].type == .autoRenewingSubscription
      }
      if place == nil, isMissing ?? true, let group = product.group, let known = merged[group].known
      {
        unplaced.append((product.declaration.id, known))
      }
      guard let index else {
        if place != nil, let group = product.group { used.insert(group) }
        products.append((product.declaration, place))
        continue
      }
      let known = manifest.products[index]
      if let place, let group = product.group, known.group == nil,
        known.type == .autoRenewingSubscription
      {
        used.insert(group)
        places.append((index, place))
      }
    }
  }
}

/// A store's group as a manifest has it, or gets it.
private struct MergedGroup {
  /// What the manifest does not declare yet.
  let added: GroupDeclaration?
  /// Its number in the manifest, nil where it is new there.
  let known: Int?
  private let group: GroupDeclaration
  /// The manifest's level for a rank, where one of its products says so.
  private var levels: [Int64: String] = [:]

  init(_ index: Int, of store: StoreProducts, _ declared: [Int?], in file: ManifestFile) {
    let manifest = file.manifest
    let members = zip(store.products, declared).filter { $0.0.group == index }
    let sold = store.groups[index]
    // The id may be the manifest's own for a group that the store knows by a number.
    known =
      file.names.groups.index(of: sold.id)
      ?? members.lazy.compactMap { $0.1.flatMap { manifest.products[$0].group } }.first
    guard let known else {
      (added, group) = (sold, sold)
      return
    }
    (added, group) = (nil, manifest.groups[known])
    for (product, index) in members {
      guard let rank = product.rank, let index, manifest.products[index].group == known,
        let level = manifest.products[index].level
      else { continue }
      levels[rank] = group.levels[level]
    }
  }

  /// Nil where no level of a group that has some is the one.
  func place(ofRank rank: Int64?) -> StoreAdditions.GroupPosition? {
    if group.levels.isEmpty { return StoreAdditions.GroupPosition(group: group.id, level: nil) }
    guard let rank else { return nil }
    let usual = StoreProducts.level(rank)
    let level = levels[rank] ?? (group.levels.index(ofSame: usual) == nil ? nil : usual)
    return level.map { StoreAdditions.GroupPosition(group: group.id, level: $0) }
  }
}
