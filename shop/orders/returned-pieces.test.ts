import fc from "fast-check";
import { expect, test } from "vitest";
import { sell, soldGoods, sum } from "../../tests/support/sample-invoice.ts";
import {
  calculateWorth,
  countRefunded,
  describePiecesRefusal,
  describeReturning,
  limitPieces,
  listRemaining,
  type Pieces,
  type ReturnRequest,
  type ReturnStatus,
} from "./returned-pieces.ts";

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

test("the refund for a returned piece is never negative, even if the shipping fee of its order was waived", () => {
  const lines = [{ productId: "bowl", quantity: 2, unitPrice: 0 }];
  const order = { payable: 0, shipping: 50, cgstRate: 9, sgstRate: 9 };
  expect(calculateWorth(order, lines, [], [{ productId: "bowl", quantity: 1 }])).toBe(0);
});

test("the same piece cannot be returned twice in one request", () => {
  const tray = { productId: "tray", quantity: 1 };
  expect(describePiecesRefusal("TRV-1", [tray], [], [tray])).toBeNull();
  expect(describePiecesRefusal("TRV-1", [tray], [], [tray, tray])).toMatch("only 1 of tray left to refund");
});

test("a list of pieces is reduced to the available quantity of each product, even if a product is listed twice", () => {
  const [tray, bowl] = ["tray", "bowl"].map((productId) => ({ productId, quantity: 2 }));
  expect(limitPieces([tray!, tray!, bowl!], [{ productId: "tray", quantity: 3 }])).toEqual([
    { productId: "tray", quantity: 3 },
  ]);
});

const at = "2026-11-28T02:15:00.000Z";

const toReturn = (status: ReturnStatus, ...pieces: Pieces[]): ReturnRequest => ({
  status,
  pieces,
  reasons: [],
  comments: "",
  requestedAt: at,
  changedAt: at,
});

test("pieces of an open return can be neither refunded nor sent again, even if the request names a product twice (T54)", () => {
  const [tray, bowl] = ["tray", "bowl"].map((productId) => ({ productId, quantity: 1 }));
  const order = {
    orderId: "TRV-1",
    returnRequest: toReturn("Refused", bowl!),
    laterReturns: [toReturn("Requested", tray!)],
  };
  const available = [
    { productId: "tray", quantity: 2 },
    { productId: "bowl", quantity: 1 },
  ];
  const describe = (...pieces: Pieces[]) => describeReturning(order, available, pieces);
  expect(describe(bowl!, tray!)).toBeNull();
  expect(describe(bowl!, tray!, tray!)).toBe(
    "tray of TRV-1 is in the open return 2. Refund or refuse this return first.",
  );
});

test("the count of refunded pieces leaves out cancelled pieces, which are always refunded first", () => {
  const toRefund = (quantity: number, processedAt: string | null) => ({
    pieces: [{ productId: "bowl", quantity }],
    processedAt,
  });
  const refunds = [toRefund(2, null), toRefund(1, at), toRefund(1, null), { pieces: null, processedAt: at }];
  expect(countRefunded(refunds, { productId: "bowl", cancelled: 2 })).toEqual({ all: 2, sent: 1 });
});
