"use strict";

/*
 * What would make a feature available from a state: changes { label, apply(state) } that the user or the app's developer
 * can make, none of which can be left out. States are as the contract writes them, and never changed in place.
 *
 * A permission allowed, a product bought, a switch turned on never takes anything away, so those are tried all at once.
 * Another version or attribute may: they are tried one by one, then two together, and so on.
 */
const Advice = (() => {
  /** So many combinations are tried. */
  const LIMIT = 4000;

  const set = (state, name, id, value) => ({
    ...state,
    [name]: Object.fromEntries([...Object.entries(state[name] ?? {}), [id, value]]),
  });

  const applied = (state, steps) => steps.reduce((state, step) => step.apply(state), state);

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

  /** What the constraints and guards of a program's features speak of, in declared order. */
  const mentions = (program, platform) => {
    const found = { toggles: [], flags: [], permissions: [], products: [], consumers: [], attributes: [], os: [], app: [] };
    const add = (name, ...values) =>
      found[name].push(...values.filter((one) => one != null && !found[name].includes(one)));
    const purchase = (expression, feature) => {
      if (typeof expression === "number") return add("products", expression);
      if (expression[0] === "x") return add("consumers", feature);
      for (const operand of expression.slice(1)) purchase(operand, feature);
    };
    const constraint = ([kind, subject, low, high], feature) => {
      switch (kind) {
        case "p": return subject === platform && low !== 0 && add("os", low, high);
        case "v": return add("app", subject, low);
        case "r": return add("flags", feature);
        case "t": return add("toggles", feature);
        case "m": return add("permissions", subject);
        case "b": return purchase(subject, feature);
        default: return add("attributes", subject);
      }
    };
    program.features.forEach(([, , , , , constraints, blocks], feature) => {
      for (const one of constraints) constraint(one, feature);
      for (const [[platforms, low, high, attributes], constraints] of blocks) {
        for (const [index, low, high] of platforms) if (index === platform) add("os", low, high);
        add("app", low, high);
        add("attributes", ...attributes.map(([attribute]) => attribute));
        for (const one of constraints) constraint(one, feature);
      }
    });
    add("os", ...found.permissions.map((one) => program.permissions[one][2][platform]));
    return found;
  };

  // What takes nothing away

  const permissionSteps = (evaluator, permissions) => permissions.flatMap((index) => {
    const { program, state } = evaluator;
    const [name, spoken] = program.permissions[index];
    const status = state.permission(index);
    const first = state.firstVersion(index);
    const isOffered = first != null && (state.os === null || Flint.isAtLeast(state.os, first));
    if (!isOffered || (status !== "notDetermined" && status !== "denied")) return [];
    const whenInUse = program.permissions.findIndex(([name]) => name === "location.whenInUse");
    const isAlways = name === "location.always";
    if (isAlways && ["restricted", "unsupported"].includes(state.permission(whenInUse))) return [];
    return [{
      label: `Allow the ${spoken} permission${status === "denied" ? " in Settings" : ""}`,
      apply: (state) => {
        const allowed = set(state, "permissions", name, "authorized");
        return isAlways ? set(allowed, "permissions", "location.whenInUse", "authorized") : allowed;
      },
    }];
  });

  const easySteps = (evaluator, found) => {
    const { program, state } = evaluator;
    const feature = (index) => program.features[index];
    return [
      ...found.flags.filter((index) => state.flag(index) !== Flint.YES).map((index) => ({
        label: `Enable “${feature(index)[1]}” in the app`,
        apply: (state) => set(state, "runtime", feature(index)[0], true),
      })),
      ...found.toggles.map((index) => ({
        label: `Turn on “${feature(index)[1]}”`,
        apply: (state) => set(state, "toggles", feature(index)[0], true),
      })),
      ...permissionSteps(evaluator, found.permissions),
      ...found.products.filter((product) => state.holding(product) !== "purchased").map((product) => ({
        label: `Buy “${program.products[product][1]}”`,
        apply: (state) => set(state, "purchases", program.products[product][0], "purchased"),
      })),
      ...found.consumers.filter((index) => !state.unlocked.has(feature(index)[0])).map((index) => ({
        label: `Spend credits to unlock “${feature(index)[1]}”`,
        apply: (state) => ({ ...state, unlocked: [...new Set([...(state.unlocked ?? []), feature(index)[0]])] }),
      })),
    ];
  };

  // What may

  /** Lists of alternatives: of each list one change at most. */
  const hardSteps = (evaluator, found) => {
    const { program, state } = evaluator;
    const higher = (versions, installed) => versions
      .filter((one) => installed !== null && !Flint.isAtLeast(installed, one))
      .sort((one, other) => (Flint.isAtLeast(Flint.version(one), other) ? 1 : -1));
    const platform = program.platforms[state.platform];
    const attributes = found.attributes.filter((index) => program.attributes[index][2] !== "environment");
    return [
      ...attributes.map((index) => {
        const [id, name, , values] = program.attributes[index];
        const given = state.attribute(index);
        return (values ?? [true, false]).filter((value) => given !== (values === null ? value : values.indexOf(value)))
          .map((value) => ({
            label: `Set “${name}” to ${values === null ? (value ? "on" : "off") : `“${value}”`}`,
            apply: (state) => set(state, "attributes", id, value),
          }));
      }),
      higher(found.os, state.os).map((to) => (
        { label: `Update to ${platform} ${to}`, apply: (state) => ({ ...state, osVersion: to }) })),
      higher(found.app, state.app).map((to) => (
        { label: `Update the app to ${to}`, apply: (state) => ({ ...state, appVersion: to }) })),
    ];
  };

  /** Every choice of one change from each of `count` of the lists. */
  function* combinations(lists, count, from = 0) {
    if (count === 0) {
      yield [];
      return;
    }
    for (let index = from; index + count <= lists.length; index++) {
      for (const step of lists[index]) {
        for (const rest of combinations(lists, count - 1, index + 1)) yield [step, ...rest];
      }
    }
  }

  /**
   * An array of changes; null where none that the user or the developer can make are enough, undefined where that cannot
   * be told with a fair amount of work.
   */
  const find = (program, feature, state) => {
    const lineage = lineageOf(program, feature);
    const judge = (steps) => new Flint.Evaluator(lineage, applied(state, steps));
    const isEnough = (steps) => judge(steps).status(feature) === "available";
    const start = judge([]);
    const found = mentions(lineage, start.state.platform);
    const lists = hardSteps(start, found);
    let tried = 0;
    for (let count = 0; count <= lists.length; count++) {
      let best = null;
      for (const hard of combinations(lists, count)) {
        if (++tried > LIMIT) return best ?? undefined;
        let steps = [...hard, ...easySteps(judge(hard), found)];
        if (!isEnough(steps)) continue;
        // What costs most is left out first, where there is a choice.
        for (const step of [...steps].reverse()) {
          const fewer = steps.filter((one) => one !== step);
          if (isEnough(fewer)) steps = fewer;
        }
        if (best === null || steps.length < best.length) best = steps;
      }
      if (best !== null) return best;
    }
    return null;
  };

  return { find };
})();
