"use strict";

/* The values of the facts in a state, with the defaults of those that the state does not contain. */
const Facts = (() => {
  const { NO, UNKNOWN, YES, isBelow, isObject, statusUntil } = Values;

  return class Facts {
    constructor(model, state) {
      this.model = model;
      this.state = state;
      this.platform = model.platform.read(state);
      this.osVersion = model.entry("osVersion").read(state);
      this.date = this.device("date");
      this.unlocked = new Set(state.unlocked);
    }

    given(section, id) { return this.model.entry(section, id)?.given(this.state); }

    device(key) { return this.given(key) ?? this.model.platforms.get(this.platform).defaults[key]; }

    // MARK: Permissions

    /** Returns whether the platform "asks" for a permission, gives "free" access, or has "none". */
    access(permission) {
      const { first, free } = this.model.permissions.get(permission), version = first[this.platform];
      if (version !== undefined && !isBelow("version", this.osVersion, version)) return "asks";
      return free.includes(this.platform) ? "free" : "none";
    }

    /** The settings have one switch for both permissions of the location, so the status of one can decide the other's. */
    permission(name) {
      const access = this.access(name), own = this.given("permissions", name);
      const always = this.given("permissions", "location.always");
      const whenInUse = this.given("permissions", "location.whenInUse");
      if (name === "location.whenInUse") {
        if (always === "restricted" && access === "asks") return always;
        if (own === undefined && ["authorized", "reducedAccuracy", "denied"].includes(always)) return always;
      }
      if (name === "location.always" && access === "asks" && own !== "restricted"
        && ["denied", "restricted"].includes(whenInUse)) return whenInUse;
      if (own !== undefined) return own;
      if (access === "none") return "unsupported";
      return access === "free" ? "authorized" : this.model.entry("defaults", "permission").read(this.state);
    }

    /** Returns why a permission is unsupported. */
    absence(permission) {
      if (this.access(permission) !== "none") return "fromDevice";
      return this.model.permissions.get(permission).first[this.platform] === undefined ? "fromPlatform" : "fromVersion";
    }

    // MARK: Purchases

    holding(product) {
      return this.given("purchases", product) ?? this.model.entry("defaults", "purchase").read(this.state);
    }

    credits(product) { return this.given("purchases", product) ?? 0; }

    /** Returns the row of a product's status, or undefined for a consumable. */
    status(product) {
      const { products, purchaseStatuses } = this.model;
      if (products.get(product).type === "consumable") return undefined;
      const holding = this.holding(product);
      return purchaseStatuses.get(isObject(holding) ? statusUntil(holding, this.state) : holding);
    }

    /** Returns the date on which a product expired, or undefined. */
    expiry(product) {
      const { until, graceUntil } = this.given("purchases", product) ?? {};
      return graceUntil === undefined && until !== undefined && this.status(product).name === "expired" ? until : undefined;
    }

    purchaseTruth({ product, in: accepted, anyOf, allOf }) {
      if (anyOf) return anyOf.reduce((truth, one) => Math.max(truth, this.purchaseTruth(one)), NO);
      if (allOf) return allOf.reduce((truth, one) => Math.min(truth, this.purchaseTruth(one)), YES);
      const status = this.status(product);
      // Credits satisfy nothing until they are spent.
      if (status === undefined) return NO;
      if (accepted === undefined) return status.truth;
      return accepted.includes(status.name) ? YES : status.truth === UNKNOWN ? UNKNOWN : NO;
    }

    // MARK: The app

    /** Returns the value of an attribute, or null if it is unknown. */
    attribute(id) {
      const value = this.given("attributes", id);
      return value === undefined ? this.model.attributes.get(id).default ?? null : value;
    }

    isUnlocked(feature) { return this.unlocked.size > 0 && this.unlocked.has(this.model.features[feature].id); }

    toggle(feature, value) { return this.given("toggles", this.model.features[feature].id) ?? value ? YES : NO; }

    /** Returns the truth of a feature's runtime flag. */
    flag(feature) {
      const { id, isEnabled = true } = this.model.features[feature], given = this.given("runtime", id);
      const flag = given === undefined ? isEnabled : given;
      return flag === null ? UNKNOWN : flag ? YES : NO;
    }
  };
})();
