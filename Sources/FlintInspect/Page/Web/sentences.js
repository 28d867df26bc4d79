"use strict";

/* Sentences about the results. Their texts come from the manifest's data. */
const Sentences = (() => {
  const { NO, YES, moment, outcome, seconds } = Values;
  const TRUTHS = ["no", "unknown", "yes"];

  // MARK: Placeholders

  const version = ({ data }, version, name) => version === "latest" ? data.latest.join(name) : `${name} ${version}`;

  const value = ({ data, attributes }, id, value) => {
    const { type } = attributes.get(id);
    if (value === null) return data.unknown;
    if (typeof value === "boolean") return data.switch[Number(value)];
    return type === "text" || type === "choice" ? `“${value}”` : String(value);
  };

  const end = ({ model, facts }, id, span) => {
    const begin = facts.attribute(id), date = begin === null ? null : moment(seconds(begin) + Number(span));
    const { phrases } = model.data;
    return date === null ? phrases.attribute.waitForValue.join(model.attributes.get(id).name) : phrases.moment.default.join(date);
  };

  const placeholders = {
    platform: ({ facts }) => facts.platform,
    system: ({ model, facts }) => version(model, facts.osVersion, facts.platform),
    numberedSystem: ({ facts }) => facts.osVersion === "latest" ? facts.platform : `${facts.platform} ${facts.osVersion}`,
    device: ({ model, facts }, key) => {
      const { type, name } = model.device.get(key), value = facts.device(key);
      return type === "version" ? version(model, value, name) : value ?? "";
    },
    credits: ({ facts }, id) => String(facts.credits(id)),
    status: ({ model, facts }, id) => {
      const expiry = facts.expiry(id), status = facts.status(id) ?? model.purchaseStatuses.get("unknown");
      return expiry === undefined ? status.sentence : model.data.expired + expiry;
    },
    value: ({ model, facts }, id) => value(model, id, facts.attribute(id)),
    end,
    position: ({ facts }, id) => String(facts.given("buckets", id) ?? ""),
  };

  /** Returns a sentence with its placeholders replaced. `truths` are those of the operands. */
  const text = (evaluator, sentence, truths = []) => sentence.map((part) => {
    if (typeof part === "string") return part;
    const [kind, ...rest] = part;
    if (kind !== "count") return placeholders[kind](evaluator, ...rest);
    const [truth, one, several] = rest, number = truths.filter((other) => TRUTHS[other] === truth).length;
    return number + (number === 1 ? one : several);
  }).join("");

  // MARK: Constraints

  /** Returns the products that satisfy a purchase expression alone. */
  const sufficient = ({ product, quantity, in: accepted, anyOf, allOf }) => {
    if (product !== undefined) return quantity === undefined && accepted === undefined ? [product] : [];
    return allOf?.length > 1 ? [] : (anyOf ?? allOf).flatMap(sufficient);
  };

  const purchase = ({ model, facts }, { is, says }) => {
    const truth = facts.purchaseTruth(is), products = truth === NO ? sufficient(is) : [];
    for (const statuses of model.data.lapsed) {
      const product = products.find((one) => statuses.includes(facts.status(one)?.name));
      if (product !== undefined) return [`“${model.products.get(product).name}” `, ["status", product]];
    }
    const isDetailed = is.product !== undefined && facts.status(is.product)?.isDetailed;
    return says[TRUTHS[truth] + (isDetailed ? " in detail" : "")];
  };

  /** Returns the outcome of a constraint that selects its sentence. */
  const outcomeOf = (evaluator, { number, constraint, context }) => {
    const { facts, model } = evaluator, { kind, is, operands } = constraint;
    switch (kind) {
      case "platform": {
        const versions = is[facts.platform];
        return ["any", "unsupported"].includes(versions) ? "yes" : outcome(versions, "version", facts.osVersion);
      }
      case "permission": {
        const status = facts.permission(is.permission);
        return status === "unsupported" ? facts.absence(is.permission) : status;
      }
      case "attribute": {
        const { attribute: id, accepted } = is, value = facts.attribute(id);
        if (value === null) return "unknown";
        if (accepted.ago && facts.date === undefined) return "noDate";
        return outcome(accepted, model.attributes.get(id).type, value, facts.date) === "yes" ? "yes" : "no";
      }
      case "rollout": {
        const given = facts.given("buckets", is.bucket);
        return given === undefined ? "unknown" : given < is.percent ? "yes" : "no";
      }
      case "not": return TRUTHS[evaluator.conjunction(operands[0], { ...context, canBeUnlocked: false })];
    }
    if (model.device.has(kind)) {
      const value = facts.device(kind);
      return value === undefined ? "unknown" : outcome(is, model.device.get(kind).type, value);
    }
    return TRUTHS[evaluator.truth(number, context)];
  };

  /** Returns the sentences about what is inside with the same truth as the whole, which explain it. */
  const explanation = (evaluator, one, operands, truths, isNested, opensConditions) => {
    const { list } = evaluator.model.data, { constraint: { kind }, context } = one;
    const whole = evaluator.truth(one.number, context);
    const inner = (constraints, truth, isNested) => constraints.filter((one) => one.truth === truth)
      .map((one) => message(evaluator, one, isNested, opensConditions)).join(list.conjunction);
    if (kind === "condition") {
      return isNested || !opensConditions || truths[0] === YES ? "" : list.opening + inner(operands[0], truths[0], false);
    }
    if (kind === "not") return inner(operands[0], truths[0], false);
    if (isNested || operands.length === 0 || kind === "allOf" && whole === YES) return "";
    const all = operands.filter((_, index) => truths[index] === whole), more = all.length - list.few;
    const shown = all.slice(0, list.few)
      .map((operand, index) => (all.length > 1 ? `(${index + 1}) ` : "") + inner(operand, whole, true)).join(list.separator);
    return all.length === 0 ? "" : list.opening + shown + (more > 0 ? list.before + more + list.after : "");
  };

  /**
   * Returns the sentence about a constraint. If it is nested, the operands of an `allOf` or `anyOf` are left out. If it
   * opens conditions, it says why one is not satisfied.
   */
  const message = (evaluator, one, isNested = false, opensConditions = false) => {
    const { model: { data }, facts } = evaluator, { constraint } = one, { says } = constraint;
    if (one.isInactive) {
      const isOther = constraint.kind === "platform" && constraint.is[facts.platform] === undefined;
      return text(evaluator, isOther ? says.inactive : data.inactive);
    }
    const operands = evaluator.parts(one), truths = operands.map((operand) => evaluator.all(operand));
    let sentence;
    if (constraint.kind === "purchase") {
      sentence = evaluator.isUnlocked(one.context) ? data.isUnlocked : purchase(evaluator, constraint);
    } else {
      sentence = says[outcomeOf(evaluator, one)];
    }
    return text(evaluator, sentence, truths) + explanation(evaluator, one, operands, truths, isNested, opensConditions)
      + (one.hasUnknownGuard ? text(evaluator, data.openGuard) : "");
  };

  // MARK: Next step

  const subjects = (choice) => (choice.all ?? choice.any)?.flatMap(subjects) ?? [choice];

  const phrase = (evaluator, { kind, id, label, span }, { name }) => {
    const phrases = evaluator.model.data.phrases[kind] ?? {};
    if (kind === "newer") return placeholders.system(evaluator);
    if (kind === "age") return end(evaluator, id, span);
    return (phrases[name] ?? phrases.default ?? ["", ""]).join(label);
  };

  const step = (evaluator, { action, choice, subjects: all }) => {
    const { facts, model: { data } } = evaluator, { conjunctions, phrases } = data;
    const isAboutPlatform = all.length === 1 && ["platform", "newer"].includes(all[0].kind);
    const opening = isAboutPlatform && action.onPlatform || action.sentence.join(facts.platform);
    if (!action.hasSubjects) return opening;
    const arePermissions = all.length > 1 && subjects(choice).every(({ permission }) => permission !== undefined);
    const list = (choice, isNested) => {
      const parts = choice.all ?? choice.any;
      if (!parts) return arePermissions ? choice.permission : phrase(evaluator, choice, action);
      const names = parts.map((one) => list(one, true)), last = names.pop();
      const text = names.length === 0 ? last : names.join(", ") + conjunctions[choice.all ? "all" : "any"] + last;
      return isNested ? `(${text})` : text;
    };
    const text = list(choice, false);
    if (!arePermissions) return opening + text;
    const [before, after] = phrases.permission[action.name] ?? phrases.permission.default;
    return opening + before + text + after + (choice.any ? "" : "s");
  };

  return { message, step, text };
})();
