"use strict";

/*
 * Whom the features reach: bars of a population's totals.
 *
 * audience = { states, weight, rejected: text, ignored: number, features: those of the program, in its order }
 *   feature: [available, undetermined, unavailable, [notSatisfied, notDetermined, decisive, …]], three numbers for each
 *            constraint in the order in which the evaluator judges them
 * With a comparison, for each feature against: [lost, gained, [lost, gained, …], [[name, lost, gained], …]], two numbers for each
 * of these constraints, then the constraints that are no more; removed: [[id, lost], …]. With groups, keys and
 * groups: [[values], weight, [available, undetermined, unavailable, …]], three numbers for each feature, five with lost and
 * gained where there is a comparison.
 */
const AudienceView = (() => {
  const { $, element } = Elements;
  const SVG = "http://www.w3.org/2000/svg";

  const bar = (parts, total) => {
    const drawing = document.createElementNS(SVG, "svg");
    drawing.setAttribute("viewBox", "0 0 100 10");
    drawing.setAttribute("preserveAspectRatio", "none");
    drawing.setAttribute("aria-hidden", "true");
    let x = 0;
    for (const [kind, amount] of parts) {
      const width = total === 0 ? 0 : (100 * amount) / total;
      const rectangle = document.createElementNS(SVG, "rect");
      for (const [name, value] of [["x", x], ["y", 0], ["width", width], ["height", 10], ["class", kind]]) {
        rectangle.setAttribute(name, value);
      }
      drawing.append(rectangle);
      x += width;
    }
    return drawing;
  };

  /** In per cent; never rounded to nothing or to all. */
  const share = (amount, total) => {
    if (total === 0 || amount === 0) return "0%";
    if (amount === total) return "100%";
    return `${Math.min(99.9, Math.max(0.1, (100 * amount) / total)).toFixed(1)}%`;
  };

  /** A table of what is told of a feature. */
  const table = (feature, title, heads, rows) => element("div",
    { className: "scroll", tabIndex: 0, role: "region", ariaLabel: `${feature}: ${title}` },
    element("table", {}, element("caption", {}, title), element("thead", {}, element("tr", {},
      ...heads.map((head) => element("th", { scope: "col" }, head)))), element("tbody", {}, ...rows)));

  /** What keeps a feature from some, what would gain most first. */
  const blockers = (evaluator, feature, counts, total) => {
    const rows = evaluator.constraints(feature)
      .map((one, index) => [evaluator.name(one, feature), ...counts.slice(3 * index, 3 * index + 3)])
      .filter(([, notSatisfied, notDetermined]) => notSatisfied + notDetermined > 0)
      .sort((one, other) => other[3] - one[3])
      .map(([name, notSatisfied, notDetermined, decisive]) => element("tr", {},
        element("th", { scope: "row" }, element("code", {}, name)),
        element("td", { className: "chart" }, bar([["unavailable", notSatisfied], ["undetermined", notDetermined]], total)),
        element("td", {}, share(notSatisfied, total)), element("td", {}, share(notDetermined, total)),
        element("td", {}, "+" + share(decisive, total))));
    if (rows.length === 0) return element("p", {}, "Nothing holds it back.");
    return table(evaluator.program.features[feature][1], "What holds it back",
      ["Constraint", "Holds back", "not satisfied", "not determined", "dropping it gains"], rows);
  };

  /** Reach before and after, and what it goes back to. */
  const changes = (evaluator, feature, [available], [lost, gained, causes, former], whole) => {
    if (lost + gained === 0) return [element("p", {}, "Nobody loses or gains it.")];
    const name = evaluator.program.features[feature][1];
    const before = available - gained + lost;
    const reach = [["before", before], ["now", available]].map(([name, amount]) => element("tr", {},
      element("th", { scope: "row" }, name),
      element("td", { className: "chart" }, bar([["available", amount]], whole)), element("td", {}, share(amount, whole))));
    const rows = evaluator.constraints(feature)
      .map((one, index) => [evaluator.name(one, feature), causes[2 * index], causes[2 * index + 1]])
      .concat(former).filter(([, out, back]) => out > 0 || back > 0)
      .sort((one, other) => other[1] - one[1] || other[2] - one[2])
      .map(([name, out, back]) => element("tr", {}, element("th", { scope: "row" }, element("code", {}, name)),
        element("td", { className: "chart" }, bar([["unavailable", out], ["available", back]], whole)),
        element("td", {}, share(out, whole)), element("td", {}, share(back, whole))));
    return [
      table(name, `${share(lost, whole)} lose it, ${share(gained, whole)} gain it`,
        ["Reach", "Share of all", "available"], reach),
      ...(rows.length === 0 ? []
        : [table(name, "Why they lose or gain it", ["Because of", "Share of all", "lose it", "gain it"], rows)])];
  };

  /** A row for each group. */
  const groups = (evaluator, feature, { keys, groups, against }) => {
    const size = against === undefined ? 3 : 5;
    const rows = groups.map(([values, whole, counts]) => {
      const [available, undetermined, unavailable, ...change] = counts.slice(size * feature, size * (feature + 1));
      return element("tr", {}, ...values.map((value) => element("th", { scope: "row" }, value === null ? "unknown" : value)),
        element("td", { className: "chart" },
          bar([["available", available], ["undetermined", undetermined], ["unavailable", unavailable]], whole)),
        element("td", {}, share(available, whole)),
        ...change.map((amount) => element("td", {}, share(amount, whole))));
    });
    return table(evaluator.program.features[feature][1], "Group by group",
      [...keys, "Reach", "available", ...(against === undefined ? [] : ["lose it", "gain it"])], rows);
  };

  const total = (text) => BigInt(text).toLocaleString("en-US");

  const build = (program, evaluator) => {
    const audience = JSON.parse($("audience").textContent);
    if (audience === null) return;
    $("audience-section").hidden = false;
    const weight = Number(audience.weight);
    $("audience-total").textContent = `${total(audience.states)} states` +
      (audience.weight === audience.states ? "" : `, weighing ${total(audience.weight)}`) +
      (audience.rejected === "0" ? "" : `, ${total(audience.rejected)} lines rejected`) +
      (audience.ignored === 0 ? "" : `, ${audience.ignored} undeclared ids ignored`);
    $("audience-list").append(...audience.features.map(([available, undetermined, unavailable, counts], index) => {
      const change = audience.against?.[index];
      const details = element("details", {}, element("summary", {},
        bar([["available", available], ["undetermined", undetermined], ["unavailable", unavailable]], weight), " ",
        element("span", { className: "name" }, program.features[index][1]), " ",
        element("span", { className: "reach" }, `${share(available, weight)} available` +
          (undetermined > 0 ? `, ${share(undetermined, weight)} undetermined` : "") +
          (unavailable > 0 ? `, ${share(unavailable, weight)} unavailable` : "") +
          (change?.[0] > 0 ? `; ${share(change[0], weight)} lose it` : "") +
          (change?.[1] > 0 ? `; ${share(change[1], weight)} gain it` : ""))));
      const fill = () => {
        if (!details.open || details.children.length > 1) return;
        if (change !== undefined) details.append(...changes(evaluator, index, audience.features[index], change, weight));
        details.append(blockers(evaluator, index, counts, weight));
        if (audience.groups !== undefined) details.append(groups(evaluator, index, audience));
      };
      details.addEventListener("toggle", fill);
      details.fill = fill;
      return element("li", {}, details);
    }), ...(audience.removed ?? []).map(([id, lost]) => element("li", {}, element("p", {},
      element("code", {}, id), `: no longer declared, ${share(lost, weight)} lose it`))));
  };

  return { build };
})();
