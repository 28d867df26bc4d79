"use strict";

/* The results for a state: the statuses of features and constraints, their explanations, and the next step. */
const Evaluator = (() => {
  const { NO, UNKNOWN, YES, outcome, truth } = Values;
  const { Step } = Requests;
  const INACTIVE = 3;

  return class Evaluator {
    constructor(model, state) {
      this.model = model;
      this.state = state;
      this.facts = new Facts(model, state);
      this.openByFeature = [];
      this.known = new Map();
      // The truths and requests of those constraints that do not depend on a feature.
      this.sharedTruths = [];
      this.sharedRequests = [];
      this.app = this.result(this.openOwn(null));
      // Features with their ancestors, and named conditions, to which constraints refer.
      for (const target of model.data.order) this.known.set(target, this.evaluate(target));
      this.truths = [];
      // Parents come before their children.
      model.features.forEach(({ parent }, feature) => {
        this.truths.push(Math.min(this.all(this.openOwn(feature)), parent === undefined ? this.app.truth : this.truths[parent]));
      });
    }

    // MARK: Constraints

    /**
     * Evaluates a constraint in a context: {feature: index or null, canBeUnlocked: whether credits can unlock it}.
     * `guard` is the truth of the condition `when` of its block. Returns undefined if the constraint is satisfied and only
     * open ones are wanted, because most are satisfied.
     */
    evaluation(number, context, guard = YES, when = [], isOnlyOpen = false) {
      const constraint = this.model.data.constraints[number];
      const isInactive = guard === NO
        || constraint.kind === "platform" && constraint.is[this.facts.platform] === undefined;
      const own = isInactive ? INACTIVE : this.truth(number, context);
      const status = guard === UNKNOWN && own === NO ? UNKNOWN : own;
      if (isOnlyOpen && (isInactive || status === YES)) return undefined;
      return {
        number, constraint, context, feature: context.feature, status, isInactive, truth: isInactive ? YES : status,
        when, hasUnknownGuard: guard === UNKNOWN && status === UNKNOWN,
      };
    }

    all(evaluations) { return evaluations.reduce((all, { truth }) => Math.min(all, truth), YES); }

    conjunction(numbers, context) {
      return numbers.reduce((all, number) => Math.min(all, this.truth(number, context)), YES);
    }

    isUnlocked({ feature, canBeUnlocked }) { return canBeUnlocked && this.facts.isUnlocked(feature); }

    inner({ constraint, context }) {
      return constraint.kind === "not" ? { ...context, canBeUnlocked: false } : context;
    }

    operands(one) {
      const context = this.inner(one);
      return (one.constraint.operands ?? []).map((numbers) => numbers.map((number) => this.evaluation(number, context)));
    }

    /** Returns the operands, also those of the named condition to which a constraint refers. */
    parts(one) {
      const { kind, is } = one.constraint;
      if (kind !== "condition") return this.operands(one);
      const { constraints } = this.model.data.conditions[this.model.conditions.get(is)];
      return [constraints.map((number) => this.evaluation(number, { feature: null, canBeUnlocked: false }))];
    }

    /** Returns the unknown constraints of the condition under which a constraint applies. */
    unknowns({ when, context }) {
      return when.map((number) => this.evaluation(number, { ...context, canBeUnlocked: false }))
        .filter(({ status }) => status === UNKNOWN);
    }

    /** Returns the result of the feature or named condition to which a constraint refers. */
    target({ kind, is }) {
      return this.known.get(kind === "feature" ? this.model.numbers.get(is) : -1 - this.model.conditions.get(is));
    }

    isShared(number, context) { return this.model.data.constraints[number].isShared && !this.isUnlocked(context); }

    /** Returns the truth of a constraint without its guard. */
    truth(number, context) {
      const constraint = this.model.data.constraints[number];
      return this.isShared(number, context) ? this.sharedTruths[number] ??= this.judge(constraint, context)
        : this.judge(constraint, context);
    }

    judge({ kind, is, operands }, context) {
      const { facts, model } = this, { feature } = context;
      const inRange = (versions) => versions === "any" ? YES : versions === "unsupported" ? NO
        : truth(outcome(versions, "version", facts.osVersion));
      switch (kind) {
        case "platform": return is[facts.platform] === undefined ? YES : inRange(is[facts.platform]);
        case "platforms": return is[facts.platform] === undefined ? NO : inRange(is[facts.platform]);
        case "runtimeEnabled": return feature === null ? UNKNOWN : facts.flag(feature);
        case "userToggled": return feature === null ? is.defaultValue ? YES : NO : facts.toggle(feature, is.defaultValue);
        case "permission": {
          const status = facts.permission(is.permission);
          if ((is.in ?? model.data.satisfying).includes(status)) return YES;
          return status === "notDetermined" ? UNKNOWN : NO;
        }
        case "purchase": return this.isUnlocked(context) ? YES : facts.purchaseTruth(is);
        case "attribute": {
          const value = facts.attribute(is.attribute), { type } = model.attributes.get(is.attribute);
          return value === null ? UNKNOWN : truth(outcome(is.accepted, type, value, facts.date));
        }
        case "rollout": {
          const position = facts.given("buckets", is.bucket);
          if (is.percent === 100 || is.percent === 0) return is.percent === 0 ? NO : YES;
          return position === undefined ? UNKNOWN : position < is.percent ? YES : NO;
        }
        case "feature": case "condition": return this.target({ kind, is })?.truth ?? UNKNOWN;
        case "allOf": return Math.min(...operands.map((one) => this.conjunction(one, context)));
        case "anyOf": return Math.max(...operands.map((one) => this.conjunction(one, context)));
        case "not": return YES - this.conjunction(operands[0], { ...context, canBeUnlocked: false });
        default: {
          const value = facts.device(kind);
          return value === undefined ? UNKNOWN : truth(outcome(is, model.device.get(kind).type, value));
        }
      }
    }

    /** Returns the actions that a constraint requests, each with a part. */
    requests(one) {
      if (one.truth === YES) return [];
      const isShared = this.isShared(one.number, one.context) && !one.hasUnknownGuard;
      const known = isShared ? this.sharedRequests[one.number] : one.requests;
      if (known) return known;
      const requests = [];
      Requests.forEach(this, one, (action, part) => requests.push([this.model.actions.get(action), part]));
      if (isShared) this.sharedRequests[one.number] = requests;
      else one.requests = requests;
      return requests;
    }

    // MARK: Features

    /** Evaluates the constraints that a feature declares, or the app, if the feature is null. */
    own(feature, isOnlyOpen = false) {
      const { data, features } = this.model, inGuard = { feature, canBeUnlocked: false };
      const { constraints, conditional } = feature === null ? { constraints: data.app, conditional: [] } : features[feature];
      const context = feature === null ? inGuard : { feature, canBeUnlocked: true };
      const own = constraints.map((number) => this.evaluation(number, context, YES, [], isOnlyOpen));
      for (const { when, constraints } of conditional) {
        const guard = this.conjunction(when, inGuard);
        own.push(...constraints.map((number) => this.evaluation(number, context, guard, when, isOnlyOpen)));
      }
      return isOnlyOpen ? own.filter((one) => one !== undefined) : own;
    }

    openOwn(feature) { return this.openByFeature[feature ?? this.model.features.length] ??= this.own(feature, true); }

    /** Returns the truth of constraints with what they request, and request inside a `not`. */
    result(constraints, inherited) {
      const request = new Step(), awaited = new Step();
      for (const one of constraints) {
        request.addAll(this.requests(one));
        Requests.forEachAwaited(this, one, (action, part) => awaited.add(this.model.actions.get(action), part));
      }
      const truth = this.all(constraints);
      if (inherited === undefined) return { truth, request, awaited };
      request.include(inherited.request);
      awaited.include(inherited.awaited);
      return { truth: Math.min(truth, inherited.truth), request, awaited };
    }

    evaluate(target) {
      const { data, features } = this.model;
      if (target >= 0) {
        const { parent } = features[target];
        return this.result(this.openOwn(target), parent === undefined ? this.app : this.known.get(parent));
      }
      const context = { feature: null, canBeUnlocked: false };
      return this.result(data.conditions[-1 - target].constraints.map((number) => this.evaluation(number, context)));
    }

    status(feature) { return this.model.data.statuses[this.truths[feature]]; }

    /** The assumptions that the state breaks. A state that breaks any is impossible. */
    get broken() {
      const context = { feature: null, canBeUnlocked: false };
      return this.model.data.assumptions.filter(({ constraints }) => this.conjunction(constraints, context) === NO);
    }

    /** Returns a constraint's status: {name, words}, of which the words are shown to people. */
    standing({ status }) { return this.model.data.constraintStatuses[status]; }

    /** Returns a feature's own constraints, then its ancestors', then the app's, whose `feature` is null. */
    constraints(feature) {
      const all = [];
      for (let at = feature; at !== undefined; at = this.model.features[at].parent) all.push(...this.own(at));
      return all.concat(this.own(null));
    }

    /** Returns the constraints that are not satisfied, and the blockers: those that determine the feature's status. */
    open(feature) {
      const open = [];
      if (this.truths[feature] !== YES) {
        for (let at = feature; at !== undefined; at = this.model.features[at].parent) open.push(...this.openOwn(at));
        open.push(...this.openOwn(null));
      }
      return { open, blockers: open.filter((one) => one.truth === this.truths[feature]) };
    }

    /** Returns the constraint's id, with a prefix if the declaring feature is not `seenFrom`. */
    name({ feature, constraint: { id, name = id } }, seenFrom) {
      return feature === seenFrom ? name : `${feature === null ? "" : this.model.features[feature].id}/${name}`;
    }

    declaring(feature) { return feature === null ? "the app" : `“${this.model.features[feature].name}”`; }

    /** Returns the constraint's title, with the declaring feature's name if that feature is not `seenFrom`. */
    title({ feature, constraint: { label, title = label } }, seenFrom) {
      return feature === seenFrom ? title : `${title} (inherited from ${this.declaring(feature)})`;
    }

    /** Returns the first action that the open constraints request, as a `Step`, or null if they request no action. */
    nextStep(open) {
      const step = new Step();
      for (const one of open) step.addAll(this.requests(one));
      return step.action ? step : null;
    }

    // MARK: Sentences

    /** Describes the device: its system, then the other facts that the state gives it. */
    get device() {
      const all = [["system"], ...[...this.model.device.keys()].map((key) => ["device", key])];
      return all.map((one) => Sentences.text(this, [one])).filter((one) => one !== "").join(", ");
    }

    sentence(one) { return Sentences.message(this, one); }

    nextSentence(step) { return Sentences.step(this, step); }

    /** Returns the first blocker that requests the next step, or the first one if none does. */
    chief(open, blockers) {
      let first;
      for (const one of open) for (const [action] of this.requests(one)) if (!(first?.index <= action.index)) first = action;
      return blockers.find((one) => this.requests(one).some(([action]) => action === first)) ?? blockers[0];
    }

    /** Summarizes in a sentence why a feature is not available; the blocker that the next step removes comes first. */
    headline(feature) {
      const { open, blockers } = this.open(feature);
      if (blockers.length === 0) return "";
      const chief = blockers.length === 1 ? blockers[0] : this.chief(open, blockers);
      const others = blockers.length - 1;
      return (chief.feature === feature ? "" : `inherited from ${this.declaring(chief.feature)}: `)
        + Sentences.message(this, chief, false, true)
        + (others > 0 ? ` (and ${others} more ${others === 1 ? "blocker" : "blockers"})` : "");
    }
  };
})();
