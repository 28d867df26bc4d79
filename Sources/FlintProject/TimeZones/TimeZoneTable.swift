import FlintModel

/// Offsets from UTC, from TZif (RFC 8536).
struct TimeZoneTable {
  struct Transition {
    /// In seconds since 1970.
    var time: Int64
    var offsetBefore: Int64
    var offsetAfter: Int64

    /// Skipped and repeated times take `offsetBefore`, so that a repeated one is the first.
    var firstLocalTime: Int64 { time + max(offsetBefore, offsetAfter) }
  }

  private var transitions: [Transition] = []
  private var initialOffset: Int64 = 0
  /// After the last transition; nil keeps the last offset.
  private var rule: TimeZoneRule?

  init() {}

  init?(tzif bytes: UnsafeRawBufferPointer) {
    var reader = BigEndianReader(bytes)
    guard let first = TZifHeader(&reader) else { return nil }
    if first.version == 0 {
      guard readBlock(first, timeWidth: 4, &reader) else { return nil }
      return
    }
    // The first block is for readers that support only version 1.
    guard reader.skip(first.blockLength(timeWidth: 4)), let header = TZifHeader(&reader),
      readBlock(header, timeWidth: 8, &reader)
    else { return nil }
    let footer = reader.rest
    guard footer.first == 0x0A, let end = footer.dropFirst().firstIndex(of: 0x0A) else {
      return nil
    }
    let text = String(decoding: footer[footer.startIndex + 1..<end], as: UTF8.self)
    if text.isEmpty { return }
    guard let rule = TimeZoneRule(text) else { return nil }
    self.rule = rule
  }

  private mutating func readBlock(
    _ header: TZifHeader, timeWidth: Int, _ reader: inout BigEndianReader
  ) -> Bool {
    guard header.typeCount > 0 else { return false }
    var times: [Int64] = []
    for _ in 0..<header.timeCount {
      guard let time = reader.integer(width: timeWidth) else { return false }
      times.append(time)
    }
    var types: [Int] = []
    for _ in 0..<header.timeCount {
      guard let type = reader.integer(width: 1) else { return false }
      types.append(Int(UInt8(truncatingIfNeeded: type)))
    }
    var offsets: [Int64] = []
    for _ in 0..<header.typeCount {
      guard let offset = reader.integer(width: 4), reader.skip(2) else { return false }
      // RFC 8536 permits offsets of slightly more than a day.
      guard -93_599...93_599 ~= offset else { return false }
      offsets.append(offset)
    }
    let length =
      header.charCount + header.leapCount * (timeWidth + 4) + header.isStdCount
      + header.isUTCCount
    guard reader.skip(length), types.allSatisfy({ $0 < offsets.count }),
      zip(times, times.dropFirst()).allSatisfy(<), times.allSatisfy({ abs($0) < 1 << 60 })
    else { return false }
    initialOffset = offsets[0]
    var before = initialOffset
    for (time, type) in zip(times, types) {
      transitions.append(
        Transition(time: time, offsetBefore: before, offsetAfter: offsets[type]))
      before = offsets[type]
    }
    return true
  }

  /// Seconds since 1970, the local ones as if in UTC.
  func universalTime(ofLocal local: Int64) -> Int64 {
    let last = transitions.last { $0.firstLocalTime <= local }
    var offset = last?.offsetAfter ?? initialOffset
    let isPastTable = last?.time == transitions.last?.time
    if isPastTable, let rule {
      let year = CalendarDay(daysSince1970: Int(local >= 0 ? local : local - 86399) / 86400).year
      let further = (year - 1...year + 1).flatMap { rule.transitions(in: $0) }
        .filter { transition in last.map { $0.time < transition.time } ?? true }
      offset = further.last { $0.firstLocalTime <= local }?.offsetAfter ?? offset
      if rule.daylight == nil { offset = rule.standardOffset }
    }
    return local - offset
  }
}

private struct TZifHeader {
  let version: UInt8
  let isUTCCount: Int
  let isStdCount: Int
  let leapCount: Int
  let timeCount: Int
  let typeCount: Int
  let charCount: Int

  init?(_ reader: inout BigEndianReader) {
    guard reader.rest.prefix(4).elementsEqual("TZif".utf8), reader.skip(4),
      let version = reader.integer(width: 1), reader.skip(15)
    else { return nil }
    var counts: [Int] = []
    for _ in 0..<6 {
      guard let count = reader.integer(width: 4), 0...1 << 20 ~= count else { return nil }
      counts.append(Int(count))
    }
    self.version = UInt8(truncatingIfNeeded: version)
    (isUTCCount, isStdCount, leapCount) = (counts[0], counts[1], counts[2])
    (timeCount, typeCount, charCount) = (counts[3], counts[4], counts[5])
  }

  func blockLength(timeWidth: Int) -> Int {
    timeCount * (timeWidth + 1) + typeCount * 6 + charCount + leapCount * (timeWidth + 4)
      + isStdCount + isUTCCount
  }
}

private struct BigEndianReader {
  private(set) var rest: Slice<UnsafeRawBufferPointer>

  init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

  mutating func integer(width: Int) -> Int64? {
    guard rest.count >= width, let first = rest.first else { return nil }
    var value = Int64(Int8(bitPattern: first))
    for byte in rest.prefix(width).dropFirst() { value = value << 8 | Int64(byte) }
    rest = rest.dropFirst(width)
    return value
  }

  mutating func skip(_ count: Int) -> Bool {
    guard rest.count >= count else { return false }
    rest = rest.dropFirst(count)
    return true
  }
}
