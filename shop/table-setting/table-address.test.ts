import fc from "fast-check";
import { expect, test } from "vitest";
import { budgets, getCloth, occasions, partySizes } from "./lay-table.ts";
import { MAX_PIECES, formatTable, parseTable } from "./table-address.ts";

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
    const pieces = fc.option(fc.array(piece, { minLength: 1, maxLength: MAX_PIECES }));
    return pieces.map((laid) => ({ ...start, pieces: laid }));
  });

test("the URL of a table setting contains its occasion, people, budget and pieces", () => {
  fc.assert(
    fc.property(anyTable, (table) => {
      expect(parseTable(formatTable(table))).toEqual(table);
    }),
  );
});
