"use strict";

/* The values of facts: their order, what constraints accept, and which are valid in a state. */
const Values = (() => {
  const NO = 0, UNKNOWN = 1, YES = 2;

  const isObject = (value) => typeof value === "object" && value !== null;

  /** Dates are parsed once, because the same ones are compared for each feature. */
  const known = new Map();

  /** Returns the seconds since 1970 of a date, or NaN if the date does not exist. */
  const seconds = (text) => {
    if (!known.has(text)) {
      const day = text.slice(0, 10), start = Date.parse(day + "T00:00:00Z");
      const exists = !Number.isNaN(start) && new Date(start).toISOString().slice(0, 10) === day;
      known.set(text, exists ? Date.parse(text.length > 10 ? text : text + "T00:00:00Z") / 1000 : NaN);
    }
    return known.get(text);
  };

  /** Formats a date in its shortest form. Returns null outside the years 1970 to 9999. */
  const moment = (seconds) => {
    if (!(seconds >= 0 && seconds < Date.UTC(10000, 0) / 1000)) return null;
    const text = new Date(1000 * seconds).toISOString();
    if (seconds % 86400 === 0) return text.slice(0, 10);
    return text.slice(0, seconds % 60 === 0 ? 16 : 19) + "Z";
  };

  /** Returns the seconds of a duration such as `P7DT12H`. Numbers beyond 2^53 are rounded, but no date is as distant. */
  const span = (text) => {
    const [, sign, ...counts] =
      /^(-?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text);
    const total = [604800, 86400, 3600, 60, 1].reduce((sum, unit, index) => sum + unit * Number(counts[index] ?? 0), 0);
    return sign === "" ? total : -total;
  };

  const isVersionBelow = (value, limit) => {
    if (value === "latest") return false;
    const [parts, limits] = [value.split("."), limit.split(".")];
    for (let index = 0; index < 3; index++) {
      const difference = (parts[index] ?? 0) - (limits[index] ?? 0);
      if (difference !== 0) return difference < 0;
    }
    return false;
  };

  const isBelow = (type, value, limit) => type === "version" ? isVersionBelow(value, limit)
    : type === "date" ? seconds(value) < seconds(limit) : value < limit;

  /** Returns whether a value is "tooLow", too high ("no") or within a range ("yes"). A single version is a lower limit. */
  const position = (type, value, range) => {
    const { atLeast, below } = typeof range === "string" ? { atLeast: range } : range;
    if (atLeast !== undefined && isBelow(type, value, atLeast)) return "tooLow";
    return below !== undefined && !isBelow(type, value, below) ? "no" : "yes";
  };

  /** The methods for the keys of a pattern. Comparing code units is equivalent to comparing scalars in valid UTF-16. */
  const PARTS = { beginsWith: "startsWith", contains: "includes", endsWith: "endsWith" };

  /**
   * Returns the position of a value in the range that a manifest requires, or else whether it is accepted: "yes", "no",
   * or "unknown" for an age without a current date.
   */
  const outcome = (accepted, type, value, date) => {
    const word = (isAccepted) => isAccepted ? "yes" : "no";
    if (typeof accepted === "boolean") return word(value === accepted);
    if (Array.isArray(accepted)) return word(accepted.includes(value));
    if (accepted.notIn !== undefined) return word(!accepted.notIn.includes(value));
    if (accepted.ago !== undefined) {
      if (date === undefined) return "unknown";
      const { atLeast, below } = accepted.ago;
      const range = { atLeast: atLeast && span(atLeast), below: below && span(below) };
      return position("age", seconds(date) - seconds(value), range);
    }
    const parts = Object.keys(PARTS).filter((part) => Object.hasOwn(accepted, part));
    if (parts.length === 0) return position(type, value, accepted);
    return word(parts.every((part) => accepted[part].some((text) => value[PARTS[part]](text))));
  };

  const truth = (outcome) => outcome === "yes" ? YES : outcome === "unknown" ? UNKNOWN : NO;

  /** Returns the status of a subscription with an end date and perhaps a grace period. */
  const statusUntil = ({ until, graceUntil }, { date }) => {
    if (date === undefined) return "unknown";
    if (seconds(date) < seconds(until)) return "purchased";
    if (graceUntil === undefined) return "expired";
    return seconds(date) < seconds(graceUntil) ? "inGracePeriod" : "inBillingRetry";
  };

  /** The types whose values are numbers in a state's JSON. */
  const NUMBERS = ["count", "integer", "percent"];

  /**
   * The values that a fact can have: a list of `values` with labels, or those of a `type` that satisfy its `rules`.
   * `hasUnknown` tells whether the unknown value `null` is among them. `endDates` are the keys of the object that can
   * replace the status of a subscription, such as `{"until": date}`.
   */
  class Domain {
    constructor(data) {
      Object.assign(this, data);
      this.labels = new Map(data.values?.map(({ value, label }) => [value, label]));
    }

    /** Describes why a text is not a value of the type. Returns null if it is one. */
    fault(text) {
      if (text === this.top) return null;
      const rule = this.rules.find(({ pattern }) => !new RegExp(pattern).test(text));
      if (rule) return rule.message;
      if (this.type === "date") return Number.isNaN(seconds(text)) ? "this day does not exist" : null;
      if (!this.maximum) return null;
      const { value, message } = this.maximum;
      return text.split(".").some((part) => BigInt(part.replace("-", "")) > BigInt(value)) ? message : null;
    }

    /** Returns the value for a state's JSON of a text. */
    written(text) {
      if (!NUMBERS.includes(this.type)) return text;
      const number = Number(text);
      return this.type === "percent" || Number.isSafeInteger(number) ? number : BigInt(text);
    }

    /** Describes why a state's value is not a value of the type. Returns null if there is no description. */
    wrong(value) { return this.rules && ["string", "number", "bigint"].includes(typeof value) ? this.fault(String(value)) : null; }

    /** `dates` is the domain of dates. */
    has(value, dates) {
      if (this.values && isObject(value)) {
        const isDate = ([key, date]) => this.endDates.includes(key) && typeof date === "string" && dates.fault(date) === null;
        return this.endDates !== undefined && value.until !== undefined && Object.entries(value).every(isDate)
          && (value.graceUntil === undefined || seconds(value.until) < seconds(value.graceUntil));
      }
      if (this.values) return this.labels.has(value);
      if (value === null) return this.hasUnknown === true;
      const types = NUMBERS.includes(this.type) ? ["number", "bigint"] : ["string"];
      return types.includes(typeof value) && this.fault(String(value)) === null;
    }
  }

  return { Domain, NO, UNKNOWN, YES, isBelow, isObject, moment, outcome, position, seconds, span, statusUntil, truth };
})();
