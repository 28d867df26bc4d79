"use strict";

/* The controls for the facts of a state. */
const Controls = (() => {
  const { $, element, visible } = Elements;

  const field = (label, control) => element("label", { className: "field" }, element("span", {}, label), control);

  /**
   * Builds a control for each entry, those of a long group when it is opened. Returns a function that updates the controls
   * to the current state.
   *
   * `current` returns the state, `change` sets another one.
   */
  const build = (model, current, change, isWide) => {
    const choice = (entry, controls) => {
      const { values, endDates } = entry.domain;
      const absent = entry.fallback === undefined ? entry.section.absent : `${entry.section.absent} (${entry.fallback})`;
      const options = entry.assumed === undefined ? [[absent, undefined]] : [];
      options.push(...values.map(({ value, label }) => [label, value]));
      const select = element("select", {}, ...options.map(([text], index) => element("option", { value: index }, text)));
      // A subscription with an end date can only come from a given state, so the option is hidden otherwise.
      const until = element("option", { value: options.length, hidden: true });
      if (endDates) select.append(until);
      select.addEventListener("change", () => {
        if (select.value < options.length) change(entry.with(current(), options[select.value][1]));
      });
      controls.push((state) => {
        if (entry === model.platform) {
          // Platforms that the app does not support are hidden, unless the state is on one of them.
          options.forEach(([, value], index) => {
            select.options[index].hidden = !model.platforms.get(value).isSupported && value !== entry.read(state);
          });
        }
        const given = entry.read(state), index = options.findIndex(([, value]) => value === given);
        until.hidden = index >= 0;
        until.textContent = index < 0 ? visible(`until ${given.until}`) : "";
        select.value = index < 0 ? options.length : index;
      });
      return field(entry.label, select);
    };

    const text = (entry, controls) => {
      const { domain } = entry;
      const fault = element("p", { className: "fault", id: `fault-${model.entries.indexOf(entry)}`, role: "status" });
      const input = element("input", {
        type: "text", spellcheck: false, autocomplete: "off", ariaDescribedby: fault.id,
      });
      const say = (what) => {
        input.setAttribute("aria-invalid", String(what !== ""));
        fault.textContent = visible(what);
      };
      input.addEventListener("change", () => {
        const value = input.value.trim();
        const what = value === "" ? null : domain.fault(value);
        if (what !== null) return say(`“${value}” is invalid: ${what}`);
        change(entry.with(current(), value === "" ? undefined : domain.written(value)));
      });
      controls.push((state) => {
        input.value = entry.given(state) ?? "";
        input.placeholder = visible(entry.default(state) ?? `e.g. ${domain.example}`);
        say("");
        unknown.hidden = entry.given(state) === null;
        if (unknown.hidden && domain.hasUnknown) fault.textContent = "unknown";
      });
      // An unknown value is one that the app requested and did not receive. It cannot be entered as text.
      const unknown = element("button", { type: "button" }, "Set to unknown");
      unknown.addEventListener("click", () => change(entry.with(current(), null)));
      return element("div", {}, field(entry.label, input), ...(domain.hasUnknown ? [unknown] : []), fault);
    };

    const groups = new Map(model.sections.map(({ title }) => [title, []]));
    for (const entry of model.entries) {
      if (entry.label === undefined) continue;
      groups.get(entry.section.title).push(entry);
    }
    const updates = [];
    for (const [title, entries] of groups) {
      if (entries.length === 0) continue;
      // On a narrow screen all groups are collapsed to save space.
      const open = isWide() && entries.length <= 12 && model.sections.some((one) => one.title === title && one.isOpen);
      const fields = element("div", { className: "fields", role: "group", ariaLabel: title }), controls = [];
      const details = element("details", { open }, element("summary", {}, title), fields);
      const update = () => {
        if (entries.length > 100 && !details.open) return;
        if (controls.length === 0) {
          fields.append(...entries.map((entry) => (entry.domain.values ? choice : text)(entry, controls)));
        }
        for (const control of controls) control(current());
      };
      details.addEventListener("toggle", update);
      updates.push(update);
      $("controls").append(details);
    }
    return () => { for (const update of updates) update(); };
  };

  return { build };
})();
