import fc from "fast-check";
import { expect, test } from "vitest";
import { budgets, getCloth, occasions, partySizes } from "./lay-table.ts";
import { FIRST_TABLE, MOST_PIECES, formatTable, parseTable } from "./table-address.ts";

const anyTable = fc
  .record({
    people: fc.constantFrom(...partySizes),
    occasion: fc.constantFrom(...occasions),
    budget: fc.constantFrom(...budgets),
  })
  .chain((start) => {
    const { width, depth } = getCloth(start.people);
    const piece = fc.record({
      productId: fc.string({
        minLength: 1,
        maxLength: 30,
        unit: fc.constantFrom(...Array.from("a-Z9;,%&=# é😀क")),
      }),
      x: fc.integer({ min: 0, max: width }),
      y: fc.integer({ min: 0, max: depth }),
      turned: fc.boolean(),
    });
    const pieces = fc.option(fc.array(piece, { minLength: 1, maxLength: MOST_PIECES }));
    return pieces.map((laid) => ({ ...start, pieces: laid }));
  });

test("an address contains the table that was laid", () => {
  fc.assert(
    fc.property(anyTable, (table) => {
      expect(parseTable(formatTable(table))).toEqual(table);
    }),
  );
});

/** Characters that mean something in an address, and some that do not. */
const character = fc.constantFrom(...Array.from("#&=;,%%0123456789-.eat é😀\u0000"), "\ud800");

test("any text in an address is read as a table", () => {
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 40 }), (text) => {
      const { people, occasion, pieces } = parseTable(`#for=4&pieces=${text}`);
      expect(partySizes).toContain(people);
      expect(occasions).toContain(occasion);
      const { width, depth } = getCloth(people);
      for (const { x, y } of pieces ?? []) {
        expect(x).toBeLessThanOrEqual(width);
        expect(y).toBeLessThanOrEqual(depth);
      }
    }),
  );
});

test.each(["", "#", "#for=3&occasion=lunch", "#for", "#=&&=", "#content"])(
  "%j is the first table",
  (hash) => {
    expect(parseTable(hash)).toEqual(FIRST_TABLE);
  },
);

test("pieces beyond the cloth or without a place are left out, and no more are read than there is room for", () => {
  const { pieces } = parseTable("#for=2&pieces=a,999,5;b,-1,5;c;d,5,5;%E0%A4%A,1,1;,4,4");
  expect(pieces).toEqual([{ productId: "d", x: 5, y: 5, turned: false }]);
  const many = Array.from({ length: 500 }, () => "a,1,1").join(";");
  expect(parseTable(`#pieces=${many}`).pieces).toHaveLength(MOST_PIECES);
});
