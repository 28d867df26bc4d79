"use strict";

/* The details of an expanded feature: its constraints, the next step, and the command that finds plans. */
const FeatureBody = (() => {
  const { element, visible } = Elements;
  const MARKS = { notSatisfied: "✗", notDetermined: "?", satisfied: "✓", notActive: "–" };

  const HEADINGS = { allOf: "all of:", anyOf: "any of:", not: "none of:" };

  /** Builds a row. Inside a `not`, where satisfied is no success, it has no mark. */
  const row = (evaluator, one, why, title, id, depth, isExcluded) => {
    const { name, words } = isExcluded ? { name: "", words: "" } : evaluator.standing(one);
    const first = element("td", {}, element("span", { className: "mark", ariaHidden: "true" }, MARKS[name] ?? ""), " ", words);
    first.style.paddingInlineStart = `${0.6 + depth}rem`;
    return element("tr", { className: name }, first, element("td", {}, why), element("td", { title: id }, title));
  };

  const isInTheWay = (status, isExcluded) => isExcluded ? status !== Values.NO : status < Values.YES;

  /** Returns the row of a constraint and, if it is in the way, those of what is in the way inside it. */
  const rows = (evaluator, seenFrom, one, depth = 0, isExcluded = false) => {
    const { kind } = one.constraint, isInverse = isExcluded !== (kind === "not");
    const operands = isInTheWay(one.status, isExcluded) ? evaluator.parts(one) : [];
    const why = operands.length > 0 && HEADINGS[kind] || evaluator.sentence(one);
    const whole = row(evaluator, one, why, evaluator.title(one, seenFrom), evaluator.name(one, one.feature), depth, isExcluded);
    return [whole, ...operands.filter((operand) => isInTheWay(evaluator.all(operand), isInverse)).flatMap((operand) => {
      const shown = operand.filter(({ status }) => isInTheWay(status, isInverse)), isGroup = kind === "anyOf" && shown.length > 1;
      const heading = isGroup ? [row(evaluator, { status: evaluator.all(operand) }, HEADINGS.allOf, "", "", depth + 1, isInverse)] : [];
      return [...heading, ...shown.flatMap((inner) => rows(evaluator, inner.feature, inner, depth + (isGroup ? 2 : 1), isInverse))];
    })];
  };

  const table = (evaluator, index) => {
    const constraints = evaluator.constraints(index).filter((one) => one.constraint.kind !== "platform" || !one.isInactive);
    if (constraints.length === 0) return element("p", {}, "Nothing is required.");
    const label = `Requirements of ${evaluator.model.features[index].name}`;
    return element("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: label },
      element("table", {}, element("thead", {}, element("tr", {},
        ...["Status", "Why", "Requirement"].map((title) => element("th", { scope: "col" }, title)))),
      element("tbody", {}, ...constraints.flatMap((one) => rows(evaluator, index, one)))));
  };

  /** Returns JSON as a single-quoted shell word. Characters that are invisible or special to a shell are escaped. */
  const shellWord = (json) => {
    const escape = (one) => "\\u" + one.charCodeAt(0).toString(16).padStart(4, "0");
    const plain = visible(json).replace(/\\(["\\])/g, (_, one) => escape(one)).replace(/['\u2018-\u201b]/g, escape);
    return `'${plain}'`;
  };

  /** Returns the command line that lists all plans. */
  const command = ({ model, state }, index) =>
    `flint-inspect plan ${model.data.path} ${model.features[index].id} --state ${shellWord(ExactJSON.text(Links.compact(state)))}`;

  /** Builds the command line that lists the plans, with a button that copies it by `act.copy`. */
  const plans = (evaluator, index, act) => {
    const line = command(evaluator, index), copy = element("button", { type: "button" }, "Copy command");
    copy.addEventListener("click", () => act.copy(line, "The command"));
    return element("details", { className: "advice" }, element("summary", {}, "Find out how to make it available"),
      element("p", {}, element("code", {}, line)), copy);
  };

  const parts = (evaluator, index, act) => {
    const { model } = evaluator, { id, name, description, team, until } = model.features[index], about = [];
    if (description !== undefined) about.push(description);
    if (team !== undefined) about.push(`team ${team}`);
    if (until !== undefined) about.push(`remove by ${until}`);
    if (name !== id) about.push(element("span", {}, "id ", element("code", {}, id)));
    const parts = [element("p", { className: "about" }, ...about.flatMap((one, index) => index > 0 ? [" · ", one] : [one])),
      table(evaluator, index)];
    const nextStep = evaluator.nextStep(evaluator.open(index).open);
    if (nextStep !== null) {
      parts.push(element("p", { className: "next" }, element("strong", {}, "Next step: "), evaluator.nextSentence(nextStep)));
    }
    if (evaluator.truths[index] !== Values.YES) parts.push(plans(evaluator, index, act));
    return parts;
  };

  return { parts };
})();
