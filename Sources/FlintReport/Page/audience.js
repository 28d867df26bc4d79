"use strict";

/*
 * Whom the features reach: bars of a population's totals.
 *
 * audience = { states, weight, rejected: text, ignored: number, features: those of the program, in its order }
 *   feature: [available, undetermined, unavailable, [notSatisfied, notDetermined, decisive, …]], three numbers for each
 *            constraint in the order in which the evaluator judges them
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
    return element("div", { className: "scroll", tabIndex: 0, role: "region",
      ariaLabel: `What holds ${evaluator.program.features[feature][1]} back` },
    element("table", {}, element("thead", {}, element("tr", {},
      ...["Constraint", "Holds back", "not satisfied", "not determined", "dropping it gains"]
        .map((title) => element("th", { scope: "col" }, title)))), element("tbody", {}, ...rows)));
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
      const details = element("details", {}, element("summary", {},
        bar([["available", available], ["undetermined", undetermined], ["unavailable", unavailable]], weight), " ",
        element("span", { className: "name" }, program.features[index][1]), " ",
        element("span", { className: "reach" }, `${share(available, weight)} available` +
          (undetermined > 0 ? `, ${share(undetermined, weight)} undetermined` : "") +
          (unavailable > 0 ? `, ${share(unavailable, weight)} unavailable` : ""))));
      const fill = () => {
        if (details.open && details.children.length === 1) details.append(blockers(evaluator, index, counts, weight));
      };
      details.addEventListener("toggle", fill);
      details.fill = fill;
      return element("li", {}, details);
    }));
  };

  return { build };
})();
