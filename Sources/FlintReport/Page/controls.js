"use strict";

/* Controls for all that a state can give. */
const Controls = (() => {
  const { $, element, visible } = Elements;

  const field = (label, control) => element("label", { className: "field" }, element("span", {}, label), control);

  /**
   * Builds a control for each entry.
   *
   * `current` tells the state, `change` takes another one. Returns what brings the controls in line with a state.
   */
  const build = (program, current, change, isWide) => {
    const controls = [];

    const choice = (entry) => {
      const { values, labels } = entry.domains[0];
      const absent = entry.fallback === undefined ? entry.section.absent : `${entry.section.absent} (${entry.fallback})`;
      const options = entry.assumed === undefined ? [[absent, undefined]] : [];
      values.forEach((value, index) => options.push([labels[index], value]));
      const select = element("select", {}, ...options.map(([text], index) => element("option", { value: index }, text)));
      // A subscription that runs until a date, as only a state says it.
      const until = element("option", { value: options.length, hidden: true });
      if (entry.domains[0].until) select.append(until);
      select.addEventListener("change", () => {
        if (select.value < options.length) change(entry.with(current(), options[select.value][1]));
      });
      controls.push((state) => {
        if (entry === program.platform) {
          // Where the app does not run nothing is to be tried, unless a state says so.
          const { platforms } = program.data;
          options.forEach(([, value], index) => {
            select.options[index].hidden = !platforms.includes(value) && value !== entry.read(state);
          });
        }
        const given = entry.read(state), index = options.findIndex(([, value]) => value === given);
        until.hidden = index >= 0;
        until.textContent = index < 0 ? visible(`until ${given.until}`) : "";
        select.value = index < 0 ? options.length : index;
      });
      return field(entry.label, select);
    };

    const text = (entry) => {
      const domain = entry.domains[0];
      const fault = element("p", { className: "fault", id: `fault-${controls.length}`, role: "status" });
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
        if (unknown.hidden && domain.shift) fault.textContent = "unknown";
      });
      // What the app asks for and does not get, which no text says.
      const unknown = element("button", { type: "button" }, "Set to unknown");
      unknown.addEventListener("click", () => change(entry.with(current(), null)));
      return element("div", {}, field(entry.label, input), ...(domain.shift ? [unknown] : []), fault);
    };

    const groups = new Map(program.sections.map(({ title }) => [title, []]));
    for (const entry of program.entries) {
      if (entry.label === undefined) continue;
      groups.get(entry.section.title).push(entry.domains[0].values ? choice(entry) : text(entry));
    }
    for (const [title, fields] of groups) {
      if (fields.length === 0) continue;
      // A narrow screen has no room for all controls: they are folded up.
      const open = isWide() && fields.length <= 12 && program.sections.some((one) => one.title === title && one.isOpen);
      $("controls").append(element("details", { open }, element("summary", {}, title),
        element("div", { className: "fields", role: "group", ariaLabel: title }, ...fields)));
    }
    return (state) => { for (const control of controls) control(state); };
  };

  return { build };
})();
