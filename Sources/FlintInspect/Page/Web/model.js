"use strict";

/* The manifest, and the facts that a state of it can have. PageModel.swift and PageWords.swift document the data. */
const Flint = (() => {
  const { Domain, seconds, span } = Values;
  const RUNTIME = 1, TOGGLE = 2, UNLOCKED = 4;

  /** The location of a fact in a state's JSON: a section and, unless the section is a single value, an id. */
  class Place {
    constructor(section, id) {
      this.section = section;
      this.id = id;
    }

    /** Returns the value in a state, or undefined if it is absent. */
    given(state) {
      const all = state[this.section.key];
      switch (this.section.form) {
        case "value": return all;
        case "list": return all?.includes(this.id) ? true : undefined;
        case "members": return all !== undefined && Object.hasOwn(all, this.id) ? all[this.id] : undefined;
      }
    }

    /** Returns the state with another value. The value undefined removes the fact. */
    with(state, value) {
      const { key, form } = this.section;
      if (form === "value") return { ...state, [key]: value };
      if (form === "list") {
        const others = (state[key] ?? []).filter((id) => id !== this.id);
        return { ...state, [key]: value === undefined ? others : [...others, this.id] };
      }
      const others = Object.entries(state[key] ?? {}).filter(([id]) => id !== this.id);
      return { ...state, [key]: Object.fromEntries(value === undefined ? others : [...others, [this.id, value]]) };
    }
  }

  /**
   * A fact with its domain. `label` is that of its control, if it has one; `assumed` is the value of a state without the
   * fact; `fallback` is the text of that value, or a function that returns it for a platform.
   */
  class Entry extends Place {
    constructor(model, section, id, { label, domain, assumed, fallback }) {
      super(section, id);
      Object.assign(this, { model, label, domain, assumed, fallback });
    }

    default(state) {
      return typeof this.fallback === "function" ? this.fallback(this.model.platform.read(state)) : this.fallback;
    }

    read(state) {
      const value = this.given(state);
      return value === undefined ? this.assumed : value;
    }

    with(state, value) {
      const changed = super.with(state, value);
      // Versions of different platforms are not comparable.
      const isCleared = this === this.model.platform && value !== this.read(state);
      return isCleared ? this.model.entry("osVersion").with(changed, undefined) : changed;
    }
  }

  const byID = (list, key = "id") => new Map(list.map((one) => [one[key], one]));

  class Model {
    constructor(data) {
      this.data = data;
      const named = (one) => ({ ...one, name: one.name ?? one.id });
      this.features = data.features.map((one) => ({ conditional: [], ...named(one) }));
      this.numbers = new Map(this.features.map(({ id }, index) => [id, index]));
      this.conditions = new Map(data.conditions.map(({ id }, index) => [id, index]));
      this.products = byID(data.products.map(named));
      this.groups = byID(data.groups);
      this.attributes = byID(data.attributes.map(named));
      this.permissions = byID(data.permissions, "name");
      this.device = byID(data.device, "key");
      this.purchaseStatuses = byID(data.purchaseStatuses, "name");
      this.actions = new Map(data.actions.map((one, index) => [one.name, { ...one, index }]));
      this.platforms = byID(data.platforms, "name");
      this.sections = data.sections.map((one) => ({ ...one, byID: new Map() }));
      this.sectionsByKey = byID(this.sections, "key");
      this.entries = [];
      this.prepareConstraints();
      this.buildEntries();
      this.platform = this.entry("platform");
    }

    /** Returns the entry of a section, which is a single value unless `id` is given. */
    entry(section, id = section) { return this.sectionsByKey.get(section).byID.get(id); }

    // MARK: Constraints

    /** Returns a purchase expression without short forms, with a subscription group as alternative products. */
    expression(written) {
      if (typeof written === "string") return { product: written };
      const { anyOf, allOf, group, atLeast, in: accepted } = written;
      if (anyOf) return { anyOf: anyOf.map((one) => this.expression(one)) };
      if (allOf) return { allOf: allOf.map((one) => this.expression(one)) };
      if (group === undefined) return written;
      const { levels = [] } = this.groups.get(group), least = levels.indexOf(atLeast);
      const all = [...this.products.values()].filter((one) => one.group === group && levels.indexOf(one.level) >= least);
      return { anyOf: all.map(({ id }) => ({ product: id, in: accepted })), in: accepted };
    }

    /** Sets the title and sentences of a reference to a feature, which the data has once for all. */
    nameFeature(one) {
      const { name } = this.features[this.numbers.get(one.is)];
      one.label = `“${name}”`;
      one.title ??= one.label;
      one.says = Object.fromEntries(Object.entries(this.data.featureSays).map(([truth, parts]) => [truth, [parts.join(name)]]));
    }

    /**
     * Replaces the short forms of requirements, and sets which facts of its feature each constraint tests, as bits.
     * Operands come before what they are in.
     */
    prepareConstraints() {
      const { constraints } = this.data;
      for (const one of constraints) {
        const { kind, is, operands = [] } = one;
        if (kind === "purchase") one.is = this.expression(is);
        if (kind === "permission") one.is = is.permission ? is : { permission: is };
        if (kind === "feature") this.nameFeature(one);
        if (kind === "attribute") [one.is] = Object.entries(is).map(([attribute, accepted]) => ({ attribute, accepted }));
        one.tests = { runtimeEnabled: RUNTIME, userToggled: TOGGLE, purchase: UNLOCKED }[kind] ?? 0;
        for (const number of operands.flat()) one.tests |= constraints[number].tests;
        if (kind === "not") one.tests &= ~UNLOCKED;
        one.isShared = (one.tests & (RUNTIME | TOGGLE)) === 0;
      }
    }

    // MARK: Subjects of next steps

    /** Returns a subject: {kind, id, label, key}. Equal subjects have equal keys. */
    subject(kind, id, label = this.label(kind, id)) {
      return { kind, id, label, key: `${kind} ${id}`, permission: kind === "permission" ? label : undefined };
    }

    featureSubject(index) { return this.subject("feature", this.features[index].id); }

    /** The date from which on the state's date is accepted. */
    moment(id, date) { return { ...this.subject("moment", id, date), key: `moment ${seconds(date)}` }; }

    /** The age that the date in an attribute must reach. */
    age(id, text) { return { ...this.subject("age", id, ""), span: span(text), key: `age ${span(text)} ${id}` }; }

    /** A constraint that no action satisfies or, inside a `not`, ends. */
    excluded({ id, kind, label, is }) {
      return {
        ...this.subject("constraint", id, label),
        permission: kind === "permission" ? this.label(kind, is.permission) : undefined,
      };
    }

    label(kind, id) {
      switch (kind) {
        case "feature": return this.features[this.numbers.get(id)].name;
        case "product": return this.products.get(id).name;
        case "attribute": return this.attributes.get(id).name;
        case "permission": return this.permissions.get(id).label;
        case "device": return this.device.get(id).noun;
        default: return id;
      }
    }

    // MARK: Facts

    scale(type, hasUnknown = false) { return new Domain({ type, hasUnknown, ...this.data.scales[type] }); }

    statuses(names, labels, endDates) {
      const values = names.map((value) => ({ value, label: labels(value) }));
      return new Domain({ values, endDates: endDates?.length > 0 ? endDates : undefined });
    }

    attributeDomain({ type, values, alwaysKnown = false }) {
      const { data } = this, unknown = alwaysKnown ? [] : [{ value: null, label: data.unknown }];
      switch (type) {
        case "boolean": return new Domain({ values: [...unknown, ...this.switchValues] });
        case "choice": return new Domain({ values: [...unknown, ...values.map((value) => ({ value, label: value }))] });
        default: return this.scale(type, !alwaysKnown);
      }
    }

    get switchValues() { return [false, true].map((value, index) => ({ value, label: this.data.switch[index] })); }

    buildEntries() {
      const { data } = this;
      const add = (key, id, properties) => {
        const section = this.sectionsByKey.get(key), entry = new Entry(this, section, id, properties);
        this.entries.push(entry);
        section.byID.set(id, entry);
      };
      const label = (key) => this.sectionsByKey.get(key).label;
      add("platform", "platform", {
        label: label("platform"), assumed: data.platforms.find(({ isDefault }) => isDefault).name,
        domain: new Domain({ values: data.platforms.map(({ name }) => ({ value: name, label: name })) }),
      });
      const version = this.scale("version");
      add("osVersion", "osVersion", { label: label("osVersion"), domain: version, assumed: version.top, fallback: version.top });
      for (const { key, type } of data.device) {
        add(key, key, {
          label: label(key), domain: this.scale(type), fallback: (platform) => this.platforms.get(platform).defaults[key],
        });
      }
      const ofPermission = (name) => data.permissionStatuses[name];
      const ofProduct = (name) => this.purchaseStatuses.get(name).label;
      const used = new Set(data.constraints.filter(({ kind }) => kind === "permission").map(({ is }) => is.permission));
      const [{ statuses: common }] = data.defaults;
      for (const { name, label, statuses } of data.permissions) {
        add("permissions", name, {
          label: used.has(name) ? label[0].toUpperCase() + label.slice(1) : undefined,
          domain: this.statuses([...common, ...statuses], ofPermission),
        });
      }
      for (const { id, name, type } of this.products.values()) {
        const { statuses, endDates } = data.productTypes[type] ?? {};
        add("purchases", id, statuses ? { label: name, domain: this.statuses(statuses, ofProduct, endDates) }
          : { label: `${name} (credits)`, domain: this.scale("count"), fallback: "0" });
      }
      for (const one of this.attributes.values()) {
        const domain = this.attributeDomain(one);
        const fallback = one.default === undefined ? undefined : domain.labels.get(one.default) ?? String(one.default);
        add("attributes", one.id, { label: one.name, domain, fallback });
      }
      for (const id of data.buckets) add("buckets", id, { label: id, domain: this.scale("percent") });
      for (const { id, label, statuses, assumed } of data.defaults) {
        add("defaults", id, { label, assumed, domain: this.statuses(statuses, id === "permission" ? ofPermission : ofProduct) });
      }
      this.buildFeatureEntries(add);
    }

    /** Adds the facts of features. A fact that no constraint tests has no entry. */
    buildFeatureEntries(add) {
      const { data } = this;
      const flags = [false, null, true].map((value, index) => ({ value, label: data.flag[index] }));
      const all = (numbers) => numbers.reduce((tests, number) => tests | data.constraints[number].tests, 0);
      const tested = this.features.map(({ constraints, conditional }) => conditional.reduce((tests, block) =>
        tests | all(block.constraints) | all(block.when) & ~UNLOCKED, all(constraints)));
      for (const [key, fact, values] of [
        ["unlocked", UNLOCKED, [{ value: true, label: data.unlocked }]], ["toggles", TOGGLE, this.switchValues],
        ["runtime", RUNTIME, flags],
      ]) {
        const section = this.sectionsByKey.get(key);
        section.featureDomain = new Domain({ values });
        this.features.forEach(({ id, name }, index) => {
          if (tested[index] & fact) add(key, id, { label: name, domain: section.featureDomain });
        });
      }
    }
  }

  return { Model, Place };
})();
