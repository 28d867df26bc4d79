"use strict";

/* The table of platforms and states. */
const Matrix = (() => {
  const { $, element, symbols } = Elements;

  /** Builds the table. `current` returns the state. Returns a function that updates the table to a state. */
  const build = (model, current, isWide) => {
    const columns = (state) => [
      ...model.data.platforms.filter(({ isSupported }) => isSupported)
        .map(({ name }) => [name, model.platform.with(state, name)]),
      ...model.data.states.map(({ name, state }) => [name, state]),
    ];

    /** The number of rows that are shown initially. A table of thousands of rows is slow. */
    let matrixRows = 500;

    const update = (state) => {
      if (!$("matrix-details").open) return;
      const judged = columns(state).map(([name, state]) => [name, new Evaluator(model, state)]);
      const head = element("tr", {}, element("th", { scope: "col" }, "Feature"),
        ...judged.map(([name]) => element("th", { scope: "col" }, name)));
      const count = model.features.length;
      const body = model.features.slice(0, matrixRows).map(({ name, parent }, index) => {
        let depth = 0;
        for (let at = parent; at !== undefined; at = model.features[at].parent) depth++;
        const label = element("th", { scope: "row" }, name);
        label.style.paddingInlineStart = `${0.5 + depth}em`;
        return element("tr", {}, label, ...judged.map(([, evaluator]) => {
          const status = evaluator.status(index);
          return element("td", { className: status },
            element("span", { ariaHidden: "true" }, symbols[status]),
            element("span", { className: "spoken" }, status));
        }));
      });
      $("matrix").replaceChildren(element("thead", {}, head), element("tbody", {}, ...body));
      $("matrix-more").hidden = matrixRows >= count;
      $("matrix-more").textContent = `Show all ${count.toLocaleString("en-US")} features`;
    };

    $("matrix-details").addEventListener("toggle", () => update(current()));
    $("matrix-more").addEventListener("click", () => {
      matrixRows = model.features.length;
      update(current());
      $("matrix").parentElement.focus();
    });
    // A small table is expanded initially.
    $("matrix-details").open = isWide() && model.features.length <= 60 && columns(current()).length <= 12;
    return update;
  };

  return { build };
})();
