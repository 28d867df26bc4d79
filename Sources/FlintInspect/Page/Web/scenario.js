"use strict";

/* Writes the results for a state as a scenario that expects them, like `evaluate --as-scenario`. */
const Scenario = (() => {
  const expectation = (evaluator, feature) => {
    const { model } = evaluator, status = evaluator.status(feature);
    const { open, blockers } = evaluator.open(feature);
    if (blockers.length === 0) return status;
    const step = evaluator.nextStep(open);
    return {
      status, blockers: blockers.map((one) => evaluator.name(one, feature)),
      nextStep: step && step.action.name,
    };
  };

  /** Returns a scenario with one case. */
  const of = (evaluator, name) => {
    const { model, state } = evaluator, given = Links.compact(state), expect = new Map();
    model.features.forEach(({ id }, index) => expect.set(id, expectation(evaluator, index)));
    const ordered = model.sections.filter(({ key }) => Object.hasOwn(given, key)).map(({ key }) => [key, given[key]]);
    return { name, cases: [{ given: Object.fromEntries(ordered), expect: Object.fromEntries(expect) }] };
  };

  return { of };
})();
