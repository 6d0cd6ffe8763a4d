import { expect, test } from "vitest";
import { describeSentPieces, findDueAt, type ListedOrder } from "./order-parts.tsx";

const line = { productId: "tray", title: "Teak Tray", imageUrl: null };

test("the state of a partly sent order counts the sent pieces and ignores cancelled pieces", () => {
  const lines = [
    { ...line, quantity: 2, cancelled: 1, unsent: 0 },
    { ...line, quantity: 1, cancelled: 0, unsent: 1 },
  ];
  expect(describeSentPieces({ lines })).toBe("1 of 2 pieces sent");
  expect(describeSentPieces({})).toBe("Partly sent");
});

test("an order with unsent pieces and a replacement is due on the day of its unsent pieces, which is earlier", () => {
  const order = {
    status: "Processing",
    createdAt: "2026-11-02T04:30:00.000Z",
    promised: null,
    partlySent: true,
  };
  const waiting = { ...order, dispatchedAt: order.createdAt, sendAgainSince: "2026-11-20T04:30:00.000Z" };
  const find = (fields: object) => findDueAt({ ...waiting, ...fields } as ListedOrder)?.slice(0, 10) ?? "";
  expect(find({})).toBe(find({ sendAgainSince: null }));
  expect(find({ partlySent: false }) > find({})).toBe(true);
});
