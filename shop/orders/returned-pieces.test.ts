import fc from "fast-check";
import { expect, test } from "vitest";
import { sell, soldGoods, sum } from "../../tests/support/sample-invoice.ts";
import { calculateWorth, describePiecesRefusal, listRemaining, type Pieces } from "./returned-pieces.ts";

test("refunds of all pieces, in any number of steps, add up to the amount paid", () => {
  fc.assert(
    fc.property(soldGoods, fc.array(fc.nat(), { maxLength: 60 }), (goods, picks) => {
      const order = sell(goods);
      const { payable } = order;
      fc.pre(payable > 0);
      const lines = goods.map((line, at) => ({ ...line, productId: String(at) }));
      const returnedSoFar: Pieces[] = [];
      const parts: number[] = [];
      const giveBack = (pieces: Pieces[]) => {
        parts.push(calculateWorth(order, lines, returnedSoFar, pieces));
        returnedSoFar.push(...pieces);
      };
      for (const pick of picks) {
        const left = listRemaining(lines, returnedSoFar);
        const one = left[pick % (left.length || 1)];
        if (one) giveBack([{ ...one, quantity: 1 + (pick % one.quantity) }]);
      }
      giveBack(listRemaining(lines, returnedSoFar));
      expect(sum(parts)).toBe(payable);
      expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test("pieces that were not ordered or are already returned cannot be returned", () => {
  const lines = [
    { productId: "bowl", quantity: 2 },
    { productId: "tray", quantity: 1 },
  ];
  const refuse = (pieces: Pieces[]) =>
    describePiecesRefusal("TRV-1", lines, [{ productId: "bowl", quantity: 1 }], pieces);
  expect(
    refuse([
      { productId: "bowl", quantity: 1 },
      { productId: "tray", quantity: 1 },
    ]),
  ).toBeNull();
  expect(refuse([{ productId: "spoon", quantity: 1 }])).toBe("TRV-1 has no spoon. It has: bowl, tray.");
  expect(refuse([{ productId: "bowl", quantity: 2 }])).toMatch("Of bowl in TRV-1 only 1 is left");
  const twice = { productId: "tray", quantity: 1 };
  expect(refuse([twice, twice])).toMatch("only 1 is left");
});
