internal import FlintModel
import FlintLogic

extension StateBatch {
  /// For a state that the general parser has read.
  mutating func append(_ state: DeviceState, weight: UInt64, group: Int32 = 0) {
    let lane = nextLane
    let layout = program.layout
    state.forEachFact { fact, value in
      layout.forEachPlane(of: fact, value) { lane.set($0) }
    }
    for age in layout.ages {
      if let plane = age.planes.plane(of: state.value(of: age.fact)) { lane.set(plane) }
    }
    commit(weight: weight, group: group)
  }
}
