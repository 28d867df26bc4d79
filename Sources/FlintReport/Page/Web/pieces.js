"use strict";

/*
 * Decodes the numbers and pieces of the program. PageNumbers.swift and PageShapes.swift document their encoding.
 */
const Written = (() => {
  const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const VALUES = new Uint8Array(128);
  [...DIGITS].forEach((digit, value) => { VALUES[digit.charCodeAt(0)] = value; });

  /** Decodes numbers of variable length: five bits for each digit, the lowest first. The lowest bit is the sign. */
  const numbers = (text) => {
    const all = [];
    for (let index = 0, value = 0, shift = 0; index < text.length; index++) {
      const digit = VALUES[text.charCodeAt(index)];
      value |= (digit & 31) << shift;
      shift += 5;
      if (digit & 32) continue;
      all.push(value & 1 ? -(value >>> 1) : value >>> 1);
      value = shift = 0;
    }
    return all;
  };

  const isObject = (piece) => typeof piece === "object" && piece !== null && !Array.isArray(piece);

  /** Returns the number of `null`s in a shape, which a piece replaces by its own numbers. */
  const holes = (shape) => {
    if (shape === null) return 1;
    return typeof shape === "object" ? Object.values(shape).reduce((sum, one) => sum + holes(one), 0) : 0;
  };

  /** Pieces that are stored as a shape with numbers, and decoded on first use. */
  class Pieces {
    constructor(shapes, all) {
      this.shapes = shapes;
      this.made = [];
      this.all = [];
      const last = shapes.map((shape) => new Int32Array(holes(shape))), more = numbers(all);
      for (let at = 0; at < more.length;) {
        const shape = more[at++], own = last[shape] = last[shape].slice();
        for (let index = 0; index < own.length; index++) own[index] += more[at++];
        this.all.push({ shape, own });
      }
    }

    get(number) { return this.made[number] ??= this.put(this.all[number]); }

    put({ shape, own }) {
      let next = 0;
      const fill = (piece) => {
        if (piece === null) return own[next++];
        if (Array.isArray(piece)) return piece.map(fill);
        return isObject(piece) ? Object.fromEntries(Object.entries(piece).map(([key, one]) => [key, fill(one)])) : piece;
      };
      return fill(this.shapes[shape]);
    }

    /** Returns the number that each piece has for a key. */
    numbers(key) {
      const index = this.shapes.map((shape) => {
        const members = Object.entries(shape), before = members.slice(0, members.findIndex(([one]) => one === key));
        return before.reduce((sum, [, one]) => sum + holes(one), 0);
      });
      return Int32Array.from(this.all, ({ shape, own }) => this.shapes[shape][key] ?? own[index[shape]]);
    }
  }

  return { Pieces, numbers };
})();
