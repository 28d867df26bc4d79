/// Writes the results of `stream`.
struct StreamResults: ~Copyable, LineHandler {
  var buffer = ByteSink()
  /// The key `path` and its value; empty for a single file.
  var path: [UInt8] = []
  private(set) var reasons: [String: Int64] = [:]
  private(set) var drifted: Int64 = 0
  private(set) var driftedLines: Int64 = 0
  private let texts: ResultTexts

  private var states: [(line: Int, id: UnsafeBufferPointer<UInt8>?)] = []

  private var expectations: [Int: [Expectation]] = [:]

  /// Rejected lines, each with the lane of the next state.
  private var rejections: [(lane: Int, Rejection)] = []

  private var undetermined: [Int] = []
  private var unavailable: [Int] = []

  init(_ texts: ResultTexts) { self.texts = texts }

  mutating func accept(line: Int, id: UnsafeBufferPointer<UInt8>?, _ batch: inout StateBatch) {
    states.append((line, id))
    if batch.isFull { write(&batch) }
  }

  mutating func expect(_ expected: [Expectation]) {
    if !expected.isEmpty { expectations[states.count] = expected }
  }

  mutating func reject(_ rejection: Rejection, _ batch: inout StateBatch) {
    reasons[rejection.problems[0].rule, default: 0] += 1
    rejections.append((batch.count, rejection))
    if rejections.count == Lanes.laneCount { write(&batch) }
  }

  mutating func write(_ batch: inout StateBatch) {
    if batch.count > 0 { batch.evaluate() }
    var next = 0
    for lane in 0...batch.count {
      while next < rejections.count, rejections[next].lane == lane {
        write(rejections[next].1)
        next += 1
      }
      if lane < batch.count { write(lane, of: batch) }
    }
    states.removeAll(keepingCapacity: true)
    expectations.removeAll(keepingCapacity: true)
    rejections.removeAll(keepingCapacity: true)
    batch.removeAll()
  }

  private mutating func write(_ rejection: Rejection) {
    var message = ByteSink()
    JSONText.write(rejection.problems.map(\.sentence).joined(separator: "; "), to: &message)
    buffer.append("{")
    if let id = rejection.id {
      buffer.append("\"id\":")
      buffer.append(untrusted: rejection.text.bytes[id].bindMemory(to: UInt8.self))
      buffer.append(",")
    }
    writeLine(rejection.line)
    buffer.append(",\"error\":")
    message.withBytes { text in
      buffer.append(untrusted: text.assumingMemoryBound(to: UInt8.self))
    }
    buffer.append("}\n")
  }

  private mutating func write(_ lane: Int, of batch: borrowing StateBatch) {
    let state = states[lane]
    if let id = state.id {
      buffer.append("{\"id\":")
      buffer.append(untrusted: id)
      buffer.append(",")
    } else {
      buffer.append("{")
    }
    writeLine(state.line)
    buffer.append(",\"available\":[")
    let lanes = LaneReader(lane)
    undetermined.removeAll(keepingCapacity: true)
    unavailable.removeAll(keepingCapacity: true)
    var isFirst = true
    for feature in 0..<batch.program.featureCount {
      if !lanes.isSet(batch.one, feature) {
        writeFeature(feature, &isFirst)
      } else if lanes.isSet(batch.no, feature) {
        unavailable.append(feature)
      } else {
        undetermined.append(feature)
      }
    }
    buffer.append("],\"undetermined\":[")
    isFirst = true
    for feature in undetermined { writeFeature(feature, &isFirst) }
    buffer.append("],\"unavailable\":{")
    isFirst = true
    for feature in unavailable {
      writeFeature(feature, &isFirst)
      writeBlockers(of: feature, lanes, batch)
    }
    buffer.append("}")
    if let expected = expectations[lane] { writeDrift(from: expected, lanes, batch) }
    buffer.append("}\n")
  }

  private mutating func writeLine(_ line: Int) {
    path.withUnsafeBufferPointer { if !$0.isEmpty { buffer.append(untrusted: $0) } }
    buffer.append("\"line\":")
    buffer.append(Int64(line))
  }

  @inline(__always)
  private mutating func writeFeature(_ feature: Int, _ isFirst: inout Bool) {
    if !isFirst { buffer.append(UInt8(ascii: ",")) }
    isFirst = false
    buffer.append(UInt8(ascii: "\""))
    buffer.append(texts.feature(feature))
    buffer.append(UInt8(ascii: "\""))
  }

  private mutating func writeBlockers(
    of feature: Int, _ lanes: LaneReader, _ batch: borrowing StateBatch
  ) {
    buffer.append(":[")
    var isFirst = true
    batch.program.features.withUnsafeBufferPointer { features in
      batch.program.constraints.withUnsafeBufferPointer { constraints in
        var declaring = feature
        while declaring >= 0 {
          let range = features[declaring].constraints
          var constraint = Int(range.lowerBound)
          while constraint < Int(range.upperBound) {
            if lanes.isSet(batch.planes, Int(constraints[constraint].no)) {
              if !isFirst { buffer.append(UInt8(ascii: ",")) }
              isFirst = false
              buffer.append(UInt8(ascii: "\""))
              if declaring != feature {
                buffer.append(texts.feature(declaring))
                buffer.append(UInt8(ascii: "/"))
              }
              buffer.append(texts.constraint(constraint))
              buffer.append(UInt8(ascii: "\""))
            }
            constraint &+= 1
          }
          declaring = Int(features[declaring].parent)
        }
      }
    }
    buffer.append(UInt8(ascii: "]"))
  }

  private mutating func writeDrift(
    from expected: [Expectation], _ lanes: LaneReader, _ batch: borrowing StateBatch
  ) {
    var isFirst = true
    for expectation in expected.sorted(by: { $0.feature < $1.feature }) {
      let feature = expectation.feature
      let actual: FeatureStatus =
        !lanes.isSet(batch.one, feature)
        ? .available : lanes.isSet(batch.no, feature) ? .unavailable : .undetermined
      guard actual != expectation.status else { continue }
      drifted += 1
      if isFirst { buffer.append(",\"drift\":{") }
      writeFeature(feature, &isFirst)
      buffer.append(":{\"expected\":\"")
      write(expectation.status)
      buffer.append("\",\"actual\":\"")
      write(actual)
      buffer.append("\"}")
    }
    guard !isFirst else { return }
    buffer.append("}")
    driftedLines += 1
  }

  private mutating func write(_ status: FeatureStatus) {
    for byte in status.name.utf8 { buffer.append(byte) }
  }
}

private struct LaneReader {
  private let word: Int
  private let bit: UInt64

  init(_ lane: Int) {
    word = lane &>> 6
    bit = UInt64(truncatingIfNeeded: lane & 63)
  }

  @inline(__always)
  func isSet(_ planes: borrowing Table<Lanes>, _ plane: Int) -> Bool {
    let words = UnsafeMutableRawPointer(planes.start).assumingMemoryBound(to: UInt64.self)
    return words[plane &* Lanes.scalarCount &+ word] &>> bit & 1 != 0
  }
}

extension Diagnostic {
  fileprivate var sentence: String { hint.map { "\(message); \($0)" } ?? message }
}
