import FlintCore
package import FlintManifest
package import FlintText

/// The changes that add products and subscription groups to one file of a manifest. The remaining text is not changed.
package struct ProductInsertion {
  private let edits: TextEdits

  /// Returns the indices of the files that change, in the list of the manifest's files. New products and groups are
  /// added to the manifest itself. A product that only gets a group and a level is changed in the file that declares
  /// it.
  package static func files(of additions: StoreAdditions, in file: ManifestFile) -> [Int] {
    let locations = ManifestLocations(file)
    var changed = Set(
      additions.positionsToAdd.map { file.source.fileRange(of: locations.product($0.product)).file }
    )
    if !additions.groups.isEmpty || !additions.products.isEmpty { changed.insert(0) }
    return changed.sorted()
  }

  /// Computes the changes to one file of the manifest.
  ///
  /// - Parameter number: The index of the file in the list of the manifest's files; 0 for the manifest itself.
  package init(of additions: StoreAdditions, into file: ManifestFile, number: Int = 0) {
    let part = file.parts.isEmpty ? nil : file.parts[number]
    let source = part?.source.text ?? file.source.text
    let locations = ManifestLocations(file)
    var edits = TextEdits(of: source)
    (part?.document ?? file.document).withRoot { root in
      let layout = ListLayout(of: root, in: source)
      if number == 0 {
        layout.add(additions.groups.count, to: "groups", in: &edits) { index, form in
          layout.object(layout.members(of: additions.groups[index]), form)
        }
        layout.add(additions.products.count, to: "products", in: &edits) { index, form in
          let product = additions.products[index]
          return layout.object(layout.members(of: product.declaration, product.position), form)
        }
      }
      let declared = root.member("products").map { Array($0.elements) } ?? []
      for (index, position) in additions.positionsToAdd {
        let id = file.source.fileRange(of: locations.product(index))
        guard id.file == number,
          let product = declared.first(where: { $0.range.contains(id.range.lowerBound) })
        else { continue }
        layout.add(layout.members(of: position), to: product, in: &edits)
      }
    }
    self.edits = edits
  }

  package func write(to sink: inout ByteSink) { edits.write(to: &sink) }
}

extension ListLayout {
  /// The keys and values of a JSON object. Each element is the JSON of one key and its value.
  fileprivate typealias Members = [String]

  fileprivate func members(
    of product: ProductDeclaration, _ position: StoreAdditions.GroupPosition?
  ) -> Members {
    var members = [member("id", JSONText.quoted(product.id))]
    if product.name != product.id { members.append(member("name", JSONText.quoted(product.name))) }
    members.append(member("type", JSONText.quoted(product.type.name)))
    if let description = product.description {
      members.append(member("description", JSONText.quoted(description)))
    }
    return members + (position.map { self.members(of: $0) } ?? [])
  }

  fileprivate func members(of position: StoreAdditions.GroupPosition) -> Members {
    [member("group", JSONText.quoted(position.group))]
      + (position.level.map { [member("level", JSONText.quoted($0))] } ?? [])
  }

  fileprivate func members(of group: GroupDeclaration) -> Members {
    var members = [member("id", JSONText.quoted(group.id))]
    if group.name != group.id { members.append(member("name", JSONText.quoted(group.name))) }
    if !group.levels.isEmpty {
      let levels = group.levels.map { JSONText.quoted($0) }.joined(separator: comma)
      members.append(member("levels", "[" + levels + "]"))
    }
    return members
  }
}
