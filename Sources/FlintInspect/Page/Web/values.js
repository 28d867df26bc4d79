"use strict";

/*
 * The domains of the facts of a state: the valid values and their order. PageFacts.swift documents the format.
 */
const Values = (() => {
  /** Returns the seconds since 1970 of a date, or NaN if the date does not exist. */
  const seconds = (text) => {
    const day = Date.parse(text.slice(0, 10) + "T00:00:00Z");
    if (Number.isNaN(day) || new Date(day).toISOString().slice(0, 10) !== text.slice(0, 10)) return NaN;
    return Date.parse(text.length > 10 ? text : text + "T00:00:00Z") / 1000;
  };

  /** Formats a date in its shortest form. Returns null outside the years 1970 to 9999. */
  const moment = (seconds) => {
    if (!(seconds >= 0 && seconds < Date.UTC(10000, 0) / 1000)) return null;
    const text = new Date(1000 * seconds).toISOString();
    if (seconds % 86400 === 0) return text.slice(0, 10);
    return text.slice(0, seconds % 60 === 0 ? 16 : 19) + "Z";
  };

  /** Returns the status of a subscription with an end date and perhaps a grace period. */
  const statusUntil = ({ until, graceUntil }, { date }) => {
    if (date === undefined) return "unknown";
    if (seconds(date) < seconds(until)) return "purchased";
    if (graceUntil === undefined) return "expired";
    return seconds(date) < seconds(graceUntil) ? "inGracePeriod" : "inBillingRetry";
  };

  /** Parsers of each scale's values into lists that are compared element by element. */
  const SCALES = {
    version: (text) => text.split(".").map(Number),
    count: (text) => [BigInt(text)],
    integer: (text) => [BigInt(text)],
    percent: (text) => [Math.round(Number(text) * 10000)],
    date: (text) => [seconds(text)],
    text: (text) => text,
  };

  /** The methods for the keys of a pattern. Comparing code units is equivalent to comparing scalars in valid UTF-16. */
  const PARTS = { beginsWith: "startsWith", contains: "includes", endsWith: "endsWith" };

  /** The scales whose values are numbers in a state's JSON. */
  const NUMBERS = ["count", "integer", "percent"];

  const isAtLeast = (value, cut) => {
    const index = cut.findIndex((one, index) => one !== (value[index] ?? 0));
    return index < 0 || (value[index] ?? 0) > cut[index];
  };

  const isObject = (value) => typeof value === "object" && value !== null;

  /** The values that a fact can have. */
  class Domain {
    constructor(data) {
      Object.assign(this, data);
      this.parse = SCALES[data.scale];
      this.limits = data.cuts?.map((cut) => this.parse(cut));
      this.offsets = new Map(data.values?.map(({ value, offset }, index) => [value, offset ?? index]));
      this.labels = new Map(data.values?.map(({ value, label }) => [value, label]));
      // The number of planes.
      this.count = this.values ? Math.max(...this.offsets.values()) + 1
        : this.cuts.length + 1 + Number(this.hasUnknown ?? false) + (this.patterns?.length ?? 0);
    }

    /** Returns the offset of the plane that a value sets. */
    index(value) {
      if (this.values) return this.offsets.get(value);
      const shift = Number(this.hasUnknown ?? false);
      if (value === null) return 0;
      if (value === this.top) return shift + this.limits.length;
      if (this.scale === "text") {
        const index = this.limits.indexOf(value);
        return shift + (index < 0 ? this.limits.length : index);
      }
      const parsed = this.parse(String(value));
      return shift + this.limits.filter((limit) => isAtLeast(parsed, limit)).length;
    }

    /** Returns the offsets of the planes of the patterns that a value matches. */
    matches(value) {
      if (!this.patterns || typeof value !== "string") return [];
      const first = this.count - this.patterns.length;
      return this.patterns.flatMap((pattern, index) => {
        const isMet = ([part, texts]) => texts.some((text) => value[PARTS[part]](text));
        return Object.entries(pattern).every(isMet) ? [first + index] : [];
      });
    }

    /** Describes why a text is not a value of the scale. Returns null if it is one. */
    fault(text) {
      if (text === this.top) return null;
      const rule = this.rules.find(({ pattern }) => !new RegExp(pattern).test(text));
      if (rule) return rule.message;
      if (this.scale === "date") return Number.isNaN(seconds(text)) ? "this day does not exist" : null;
      if (!this.maximum) return null;
      const { value, message } = this.maximum;
      return text.split(".").some((part) => BigInt(part.replace("-", "")) > BigInt(value)) ? message : null;
    }

    /** Returns the value for a state's JSON of a text. */
    written(text) {
      if (!NUMBERS.includes(this.scale)) return text;
      const number = Number(text);
      return this.scale === "percent" || Number.isSafeInteger(number) ? number : BigInt(text);
    }

    /** Describes why a state's value is not a value of the scale. Returns null if there is no description. */
    wrong(value) { return this.rules && ["string", "number", "bigint"].includes(typeof value) ? this.fault(String(value)) : null; }

    has(value) {
      if (this.values && isObject(value)) {
        const isDate = ([key, date]) => this.endDates.includes(key) && typeof date === "string" && DATE.fault(date) === null;
        return this.endDates !== undefined && value.until !== undefined && Object.entries(value).every(isDate)
          && (value.graceUntil === undefined || seconds(value.until) < seconds(value.graceUntil));
      }
      if (this.values) return this.offsets.has(value);
      if (value === null) return this.hasUnknown === true;
      const types = NUMBERS.includes(this.scale) ? ["number", "bigint"] : ["string"];
      return types.includes(typeof value) && this.fault(String(value)) === null;
    }
  }

  const DATE = new Domain({
    scale: "date", cuts: [],
    rules: [{ pattern: String.raw`^(19[7-9]\d|[2-9]\d{3})-\d\d-\d\d(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?Z)?$`, message: "a date" }],
  });

  return { Domain, isObject, moment, seconds, statusUntil };
})();
