import { expect, test } from "vitest";
import { describeSentPieces } from "./order-parts.tsx";

const line = { productId: "tray", title: "Teak Tray", imageUrl: null };

test("the state of a partly sent order counts the sent pieces, without the cancelled ones", () => {
  const lines = [
    { ...line, quantity: 2, cancelled: 1, unsent: 0 },
    { ...line, quantity: 1, cancelled: 0, unsent: 1 },
  ];
  expect(describeSentPieces({ lines })).toBe("1 of 2 pieces sent");
  expect(describeSentPieces({})).toBe("Partly sent");
});
