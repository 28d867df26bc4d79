"use strict";

/*
 * What would make a feature available from a state: follows the next steps until it is, then drops every change that was
 * not needed. Each change is { label, apply(state) }; states are as the contract writes them, and never changed in place.
 */
const Advice = (() => {
  const set = (state, name, id, value) => ({
    ...state,
    [name]: Object.fromEntries([...Object.entries(state[name] ?? {}), [id, value]]),
  });

  const lowest = (versions) =>
    versions.reduce((high, one) => (high === null || !Flint.isAtLeast(version(high), one) ? one : high), null);

  const version = (text) => {
    const parts = String(text).split(".").map(Number);
    return [parts[0], parts[1] || 0, parts[2] || 0];
  };

  /** The changes of which one would answer a next step; none where nobody can. */
  const changes = (evaluator, evaluation) => {
    const { program } = evaluator;
    const { action, subjects } = evaluation.nextStep;
    const open = evaluation.judged.filter(({ status }) => status !== null && status !== Flint.YES);
    const [kind, index] = subjects[0];
    switch (action) {
      case "upgradeOS": {
        const lows = open.filter(({ constraint }) => constraint[0] === "p").map(({ constraint }) => constraint[2]);
        const firsts = subjects.filter(([kind]) => kind === "permission")
          .map(([, permission]) => evaluator.state.firstVersion(permission));
        const to = lowest([...lows, ...firsts].filter((one) => one));
        const platform = program.platforms[evaluator.state.platform];
        return [{ label: `Update to ${platform} ${to}`, apply: (state) => ({ ...state, osVersion: to }) }];
      }
      case "upgradeApp": {
        const to = lowest(open.filter(({ constraint }) => constraint[0] === "v")
          .map(({ constraint }) => constraint[1]).filter((one) => one));
        return [{ label: `Update the app to ${to}`, apply: (state) => ({ ...state, appVersion: to }) }];
      }
      case "notEnabled": case "waitForStatus": case "changeAttribute":
        if (kind === "attribute") return attributeChanges(program, index);
        return [{
          label: `Enable “${program.features[index][1]}” in the app`,
          apply: (state) => set(state, "runtime", program.features[index][0], true),
        }];
      case "spendCredits": case "offerPurchase": case "waitForPurchaseStatus": {
        const products = subjects.map(([, product]) => product);
        return products.map((product) => purchase(program, product, open));
      }
      case "enableToggle":
        return [{
          label: `Turn on “${program.features[index][1]}”`,
          apply: (state) => set(state, "toggles", program.features[index][0], true),
        }];
      case "openSettings": case "requestPermission": {
        const [name, spoken] = program.permissions[index];
        const where = action === "openSettings" ? " in Settings" : "";
        return [{
          label: `Allow the ${spoken} permission${where}`,
          apply: (state) => set(state, "permissions", name, "authorized"),
        }];
      }
      default: return [];
    }
  };

  const attributeChanges = (program, index) => {
    const [id, name, , values] = program.attributes[index];
    return (values ?? [true, false]).map((value) => ({
      label: `Set “${name}” to ${values === null ? (value ? "on" : "off") : `“${value}”`}`,
      apply: (state) => set(state, "attributes", id, value),
    }));
  };

  const purchase = (program, product, open) => {
    const [id, name, type] = program.products[product];
    if (type !== "consumable") {
      return { label: `Buy “${name}”`, apply: (state) => set(state, "purchases", id, "purchased") };
    }
    const asking = open.find(({ constraint }) =>
      constraint[0] === "b" && JSON.stringify(constraint[1]).includes(`["x",${product},`));
    const feature = program.features[(asking ?? open[0]).feature];
    return {
      label: `Spend “${name}” to unlock “${feature[1]}”`,
      apply: (state) => ({ ...state, unlocked: [...new Set([...(state.unlocked ?? []), feature[0]])] }),
    };
  };

  const applied = (state, steps) => steps.reduce((state, step) => step.apply(state), state);

  /** An array of changes, or null where no change that anyone here can make is enough. */
  const find = (program, feature, state) => {
    const judge = (state) => {
      const evaluator = new Flint.Evaluator(lineageOf(program, feature), state);
      return [evaluator, evaluator.evaluate(feature)];
    };
    let steps = [];
    for (let round = 0; round < 64; round++) {
      const [evaluator, evaluation] = judge(applied(state, steps));
      if (evaluation.truth === Flint.YES) {
        for (const step of steps) {
          const fewer = steps.filter((one) => one !== step);
          if (judge(applied(state, fewer))[1].truth === Flint.YES) steps = fewer;
        }
        return steps;
      }
      const options = changes(evaluator, evaluation);
      const open = ({ judged }) => judged.filter(({ status }) => status !== null && status !== Flint.YES).length;
      const best = options
        .map((step) => [open(judge(applied(state, [...steps, step]))[1]), step])
        .reduce((best, one) => (best === null || one[0] < best[0] ? one : best), null);
      if (best === null || steps.some(({ label }) => label === best[1].label)) return null;
      steps.push(best[1]);
    }
    return null;
  };

  /** The program with every feature but one and its ancestors made empty, so that judging it costs little. */
  const lineageOf = (program, feature) => {
    const keep = new Set();
    for (let at = feature; at !== null; at = program.features[at][3]) keep.add(at);
    return {
      ...program,
      features: program.features.map((one, index) =>
        keep.has(index) ? one : [one[0], one[1], "", one[3], one[4], [], []]),
    };
  };

  return { find };
})();
