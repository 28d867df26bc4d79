"use strict";

/* Reads the tables of the program, whose format PageTable.swift documents. */
const Tables = (() => {
  /** Returns numbers that are given as the difference from the one before. */
  const sums = (differences) => {
    const all = Int32Array.from(differences);
    for (let index = 1; index < all.length; index++) all[index] += all[index - 1];
    return all;
  };

  /** A list of pieces, which are made from the shape that they share with others. */
  class Table {
    constructor({ shapes, order }) {
      this.shapes = shapes.map(({ each, columns }) => ({ each, columns: columns.map(sums) }));
      this.made = [];
      const next = shapes.map(() => 0);
      this.all = order.map((shape) => ({ ...this.shapes[shape], row: next[shape]++ }));
    }

    get(number) { return this.made[number] ??= this.make(this.all[number].each, this.all[number]); }

    make(piece, from) {
      if (typeof piece !== "object") return piece;
      if (Array.isArray(piece)) return piece.map((one) => this.make(one, from));
      if (typeof piece.column === "number") return piece.first + from.columns[piece.column][from.row];
      return Object.fromEntries(Object.entries(piece).map(([key, one]) => [key, this.make(one, from)]));
    }

    /** Returns the number that each piece has for a key, without making the pieces. */
    numbers(key) { return Int32Array.from(this.all, (from) => this.make(from.each[key], from)); }
  }

  return { Table, sums };
})();
