import FlintCore
package import FlintManifest
import FlintText

/// The products and subscription groups that are in store configurations (`.storekit` files), but not in a manifest.
/// Values that the manifest contains are kept, even if they differ from those of the store.
package struct StoreAdditions {
  /// The id of a product's subscription group in the manifest, and the product's level (its rank) in this group. The
  /// level is nil if the group has no levels.
  struct GroupPosition {
    let group: String
    let level: String?
  }

  private(set) var groups: [GroupDeclaration] = []
  private(set) var products: [(declaration: ProductDeclaration, position: GroupPosition?)] = []

  /// The subscriptions that the manifest declares without a subscription group. `product` is the index of the
  /// subscription in the manifest's list of products, and `position` is the group and the level (rank in the group) to
  /// add to it.
  private(set) var positionsToAdd: [(product: Int, position: GroupPosition)] = []

  /// The products to which no subscription group can be added: the manifest declares their group, but the group has no
  /// level for the rank of the product in the store. `product` is the id of the product, and `group` is the index of
  /// the group in the manifest.
  private(set) var productsWithoutLevel: [(product: String, group: Int)] = []

  package var isEmpty: Bool { groups.isEmpty && products.isEmpty && positionsToAdd.isEmpty }

  package init(of store: StoreProducts, to file: ManifestFile) {
    let manifest = file.manifest
    let declared = store.products.map { file.names.products.index(of: $0.declaration.id) }
    let merged = store.groups.indices.map {
      MergedGroup($0, of: store, declared, in: file)
    }
    var used: Set<Int> = []
    defer { groups = merged.indices.filter(used.contains).compactMap { merged[$0].added } }
    for (product, index) in zip(store.products, declared) {
      let position = product.group.flatMap { merged[$0].position(ofRank: product.rank) }
      let isMissing = index.map {
        manifest.products[$0].group == nil
          && manifest.products[$0].type == .autoRenewingSubscription
      }
      if position == nil, isMissing ?? true, let group = product.group,
        let known = merged[group].known
      {
        productsWithoutLevel.append((product.declaration.id, known))
      }
      guard let index else {
        if position != nil, let group = product.group { used.insert(group) }
        products.append((product.declaration, position))
        continue
      }
      let known = manifest.products[index]
      if let position, let group = product.group, known.group == nil,
        known.type == .autoRenewingSubscription
      {
        used.insert(group)
        positionsToAdd.append((index, position))
      }
    }
  }
}

/// A subscription group of the store configurations, together with the corresponding group of the manifest, if there is
/// one.
private struct MergedGroup {
  /// The subscription group to add to the manifest; nil if the manifest already has the group.
  let added: GroupDeclaration?
  /// The index of the subscription group in the manifest's list of groups; nil if the manifest does not have the group
  /// yet.
  let known: Int?
  private let group: GroupDeclaration
  /// The level in the manifest's subscription group for each rank in the store's subscription group. Contains only the
  /// ranks of products that have a level in the manifest.
  private var levels: [Int64: String] = [:]

  init(_ index: Int, of store: StoreProducts, _ declared: [Int?], in file: ManifestFile) {
    let manifest = file.manifest
    let members = zip(store.products, declared).filter { $0.0.group == index }
    let sold = store.groups[index]
    // The group's id in the manifest may differ from that in the store.
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

  /// Returns the subscription group and the level (rank in the group) that a product of this group gets in the
  /// manifest. `rank` is the rank of the product in the store; nil if the store gives none. The level is that of a
  /// product of the same rank that the manifest already declares; if there is none, it is the group's level with the id
  /// `level-RANK`, such as `level-2`. The level is nil if the group has no levels. The whole result is nil if the group
  /// has levels, but not one for this rank.
  func position(ofRank rank: Int64?) -> StoreAdditions.GroupPosition? {
    if group.levels.isEmpty { return StoreAdditions.GroupPosition(group: group.id, level: nil) }
    guard let rank else { return nil }
    let usual = StoreProducts.level(rank)
    let level = levels[rank] ?? (group.levels.index(ofSame: usual) == nil ? nil : usual)
    return level.map { StoreAdditions.GroupPosition(group: group.id, level: $0) }
  }
}
