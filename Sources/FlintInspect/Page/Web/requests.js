"use strict";

/*
 * The actions that constraints request if they are not satisfied. A constraint is given as an `Evaluator` returns it,
 * and `ask` is called with an action and its subject, or with another part of a `Step`.
 */
const Requests = (() => {
  const { NO, UNKNOWN, YES, outcome, position, seconds, truth } = Values;

  /** A choice with more elements is not described. */
  const LIMIT = 256;

  /** Returns the parts of alternatives of which one is enough. Alternatives without parts are left out. */
  const any = (alternatives) => {
    const some = alternatives.filter((parts) => parts.length > 0);
    return some.length > 1 ? [{ anyOf: some }] : some[0] ?? [];
  };

  /**
   * Joins choices (subject | {all: choices} | {any: choices}). Those that contain all parts of another one are left out:
   * “A and (A or B)” is A.
   */
  const combined = (kind, choices) => {
    const other = kind === "all" ? "any" : "all", flat = choices.flatMap((one) => one[kind] ?? [one]);
    const keyOf = (one) => one.key ?? JSON.stringify([Object.keys(one), ...(one.all ?? one.any).map(keyOf)]);
    const sets = flat.map((one) => new Set((one[other] ?? [one]).map(keyOf)));
    const isWithin = (one, all) => one.size <= all.size && [...one].every((part) => all.has(part));
    const kept = flat.filter((_, index) => !sets.some((one, at) =>
      isWithin(one, sets[index]) && (one.size < sets[index].size || at < index)));
    return kept.length === 1 ? kept[0] : { [kind]: kept };
  };

  /** Returns null if there are more than `rest.count` elements. */
  const choice = (parts, rest) => {
    const elements = [];
    for (const part of parts) {
      if (--rest.count < 0) return null;
      const inner = part instanceof Step ? [part.parts] : part.anyOf ?? [];
      const choices = inner.map((one) => choice(one, rest));
      if (rest.count < 0) return null;
      elements.push(part.anyOf ? combined("any", choices) : choices[0] ?? part);
    }
    return combined("all", elements);
  };

  /**
   * Collects actions: keeps the most urgent with its parts. A part is a subject, {anyOf: lists of parts} or another
   * step with the same action, which avoids copies for chains of features that require each other.
   */
  class Step {
    parts = [];

    add(action, part) {
      if (this.action && this.action.index < action.index) return;
      if (this.action !== action) this.parts = [];
      this.action = action;
      this.parts.push(part);
    }

    addAll(requests) { for (const [action, part] of requests) this.add(action, part); }

    include(other) { if (other.action) this.add(other.action, other); }

    /** The distinct subjects. A loop finds them, because chains of steps can be long. */
    get subjects() {
      const subjects = new Map(), seen = new Set(), rest = [...this.parts].reverse();
      while (rest.length > 0) {
        const part = rest.pop(), parts = part instanceof Step ? part.parts : part.anyOf?.flat();
        if (parts === undefined) {
          if (!subjects.has(part.key)) subjects.set(part.key, part);
        } else if (!seen.has(part)) {
          seen.add(part);
          for (const inner of [...parts].reverse()) rest.push(inner);
        }
      }
      return [...subjects.values()];
    }

    /** How the subjects combine. */
    get choice() {
      const found = this.action.canChoose ? choice(this.parts, { count: LIMIT }) : null, { subjects } = this;
      return found ?? (subjects.length === 1 ? subjects[0] : { all: subjects });
    }
  }

  // MARK: Purchases

  const acceptsPurchase = (expression) => expression.in?.includes("purchased") ?? true;
  const operands = ({ anyOf, allOf }) => anyOf ?? allOf ?? [];

  /** Returns the products that can help to satisfy an expression that is false, if the action applies to them. */
  const offers = (facts, expression, action) => {
    const { product, quantity } = expression;
    if (product === undefined) {
      const inner = operands(expression).filter((one) => facts.purchaseTruth(one) === NO).map((one) => offers(facts, one, action));
      return expression.anyOf ? any(inner) : inner.flat();
    }
    let offered = facts.status(product)?.isPaymentDue ? "updatePayment" : "offerPurchase";
    if (quantity !== undefined) offered = facts.credits(product) >= quantity ? "spendCredits" : "offerPurchase";
    return action === offered && acceptsPurchase(expression) ? [facts.model.subject("product", product)] : [];
  };

  /** Returns the products whose status makes an expression unknown. */
  const awaitedProducts = (facts, expression) => expression.product !== undefined ? [expression.product]
    : operands(expression).filter((one) => facts.purchaseTruth(one) === UNKNOWN).flatMap((one) => awaitedProducts(facts, one));

  /** Returns whether buying cannot satisfy an expression (`isExcluded`), and whether buying or a status can (`isOpen`). */
  const options = (facts, expression) => {
    const truth = facts.purchaseTruth(expression), all = operands(expression).map((one) => options(facts, one));
    if (truth === YES) return { isExcluded: false, isOpen: false };
    if (all.length > 0) {
      const hasWay = expression.anyOf !== undefined && all.some(({ isExcluded, isOpen }) => isOpen && !isExcluded);
      return {
        isExcluded: !hasWay && all.some(({ isExcluded }) => isExcluded), isOpen: all.some(({ isOpen }) => isOpen),
      };
    }
    const isAccepted = acceptsPurchase(expression);
    return { isExcluded: truth === NO && !isAccepted, isOpen: truth === UNKNOWN || isAccepted };
  };

  const requestPurchase = (facts, constraint, ask) => {
    const expression = constraint.is, { model } = facts;
    if (facts.purchaseTruth(expression) !== NO) {
      for (const id of awaitedProducts(facts, expression)) ask("waitForPurchaseStatus", model.subject("product", id));
      return;
    }
    if (options(facts, expression).isExcluded) ask("explainExcluded", model.excluded(constraint));
    for (const action of ["updatePayment", "spendCredits", "offerPurchase"]) {
      for (const part of offers(facts, expression, action)) ask(action, part);
    }
  };

  // MARK: One fact

  const requestVersion = ({ model, platform, osVersion }, versions, ask) => {
    const isRange = ![undefined, "any", "unsupported"].includes(versions);
    const isTooLow = isRange && position("version", osVersion, versions) === "tooLow";
    ask(isTooLow ? "upgradeOS" : "explainUnsupported", model.subject(isRange && !isTooLow ? "newer" : "platform", platform));
  };

  const requestDevice = (facts, { kind, is }, ask) => {
    const { model } = facts, { type, action } = model.device.get(kind), value = facts.device(kind);
    if (value === undefined) return ask("waitForStatus", model.subject("device", kind));
    if (outcome(is, type, value) !== "tooLow") return ask("explainUnsupported", model.subject("device", kind));
    ask(action, action === "waitForDate" ? model.moment(kind, is.atLeast) : model.subject("device", kind));
  };

  const requestPermission = (facts, constraint, ask) => {
    const { model } = facts, { granting, satisfying } = model.data, { is } = constraint, name = is.permission;
    const status = facts.permission(name), subject = model.subject("permission", name);
    const others = (is.in ?? satisfying).filter((one) => granting.includes(one) && one !== status);
    const isOfferedLater = facts.given("permissions", name) === undefined && facts.absence(name) === "fromVersion";
    if (status === "notDetermined") return ask("requestPermission", subject);
    if (status === "restricted") return ask("explainRestricted", subject);
    if (status === "unsupported") return ask(isOfferedLater ? "upgradeOS" : "explainUnsupported", subject);
    // Notifications that are delivered quietly leave the prompt to the app.
    if (status === "provisional" && others.includes("authorized")) return ask("requestPermission", subject);
    if (others.length > 0) return ask("openSettings", subject);
    ask("explainExcluded", model.excluded(constraint));
  };

  const requestValue = (facts, { is }, ask) => {
    const { model, date } = facts, { attribute: id, accepted } = is, { type, owner } = model.attributes.get(id);
    const value = facts.attribute(id), isUnknown = value === null, isAge = accepted.ago !== undefined;
    const subject = model.subject("attribute", id);
    if (isAge && !isUnknown && date === undefined) return ask("waitForStatus", model.subject("device", "date"));
    const isTooLow = !isUnknown && outcome(accepted, type, value, date) === "tooLow";
    if (isTooLow && (isAge || owner === "environment")) {
      return ask("waitForValue", isAge ? model.age(id, accepted.ago.atLeast) : subject);
    }
    if (owner === "user") return ask("changeAttribute", subject);
    ask(isUnknown ? "waitForStatus" : owner === "developer" ? "notEnabled" : "explainUnsupported", subject);
  };

  // MARK: Combinations

  const requestAlternative = (evaluator, alternatives, ask) => {
    const truths = alternatives.map((list) => evaluator.all(list)), whole = Math.max(...truths);
    const steps = alternatives.filter((_, index) => truths[index] === whole).map((alternative) => {
      const step = new Step();
      for (const one of alternative) step.addAll(evaluator.requests(one));
      return step;
    }).filter(({ action }) => action);
    if (steps.length === 0) return;
    const latest = steps.reduce((latest, { action }) => action.rank > latest.rank ? action : latest, steps[0].action);
    for (const part of any(steps.filter(({ action }) => action === latest).map(({ parts }) => parts))) ask(latest.name, part);
  };

  /** Returns the action and subject that could make a satisfied constraint inside a `not` false. */
  const end = ({ model }, { constraint, context: { feature } }) => {
    const { kind, is } = constraint;
    if (kind === "attribute") {
      const action = { user: "changeAttribute", developer: "notEnabled" }[model.attributes.get(is.attribute).owner];
      if (action) return [action, model.subject("attribute", is.attribute)];
    }
    if (kind === "rollout") return ["notEnabled", model.subject("bucket", is.bucket)];
    if (feature !== null && kind === "runtimeEnabled") return ["notEnabled", model.featureSubject(feature)];
    if (feature !== null && kind === "userToggled") return ["changeAttribute", model.featureSubject(feature)];
    return ["explainExcluded", model.excluded(constraint)];
  };

  const requestNegation = (evaluator, constraints, ask) => {
    if (evaluator.all(constraints) !== YES) {
      for (const one of constraints) if (one.status === UNKNOWN) forEachAwaited(evaluator, one, ask);
      return;
    }
    const { actions } = evaluator.model, ends = constraints.map((one) => end(evaluator, one));
    const latest = Math.max(...ends.map(([action]) => actions.get(action).index));
    const chosen = ends.filter(([action]) => actions.get(action).index === latest);
    for (const part of any(chosen.map(([, subject]) => [subject]))) ask(chosen[0][0], part);
  };

  const askAll = (requests, ask) => { for (const [action, part] of requests) ask(action.name, part); };

  const requestStep = (step, ask) => { if (step?.action) ask(step.action.name, step); };

  const forEach = (evaluator, one, ask) => {
    if (one.truth === YES) return;
    if (one.hasUnknownGuard) {
      for (const inner of evaluator.unknowns(one)) askAll(evaluator.requests(inner), ask);
      return;
    }
    const { model, facts } = evaluator, { constraint, context: { feature } } = one, { kind, is } = constraint;
    switch (kind) {
      case "platform": case "platforms": return requestVersion(facts, is[facts.platform], ask);
      case "runtimeEnabled":
        if (feature === null) return;
        return ask(facts.flag(feature) === UNKNOWN ? "waitForStatus" : "notEnabled", model.featureSubject(feature));
      case "userToggled": return feature === null ? undefined : ask("enableToggle", model.featureSubject(feature));
      case "permission": return requestPermission(facts, constraint, ask);
      case "purchase": return requestPurchase(facts, constraint, ask);
      case "attribute": return requestValue(facts, constraint, ask);
      case "rollout": {
        const isAssigned = facts.given("buckets", is.bucket) !== undefined || is.percent === 0;
        return ask(isAssigned ? "notEnabled" : "waitForStatus", model.subject("bucket", is.bucket));
      }
      case "feature": case "condition": return requestStep(evaluator.target(constraint)?.request, ask);
      case "allOf":
        for (const inner of evaluator.operands(one).flat()) askAll(evaluator.requests(inner), ask);
        return;
      case "anyOf": return requestAlternative(evaluator, evaluator.operands(one), ask);
      case "not": return requestNegation(evaluator, evaluator.operands(one)[0], ask);
      default: return requestDevice(facts, constraint, ask);
    }
  };

  /** For an unknown constraint inside a `not`, where the app waits instead of requesting a permission. */
  const forEachAwaited = (evaluator, one, ask) => {
    if (one.truth === YES) return;
    if (one.hasUnknownGuard) {
      for (const inner of evaluator.unknowns(one)) forEachAwaited(evaluator, inner, ask);
      return;
    }
    switch (one.constraint.kind) {
      case "feature": case "condition": return requestStep(evaluator.target(one.constraint)?.awaited, ask);
      case "allOf":
        for (const inner of evaluator.operands(one).flat()) forEachAwaited(evaluator, inner, ask);
        return;
      default:
        for (const [action, part] of evaluator.requests(one)) ask(action.awaited, part);
    }
  };

  return { Step, forEach, forEachAwaited };
})();
