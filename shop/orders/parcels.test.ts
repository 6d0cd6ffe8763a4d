import { expect, test } from "vitest";
import { describeUnsentRefusal, findEnd, listUnsent, type Parcel } from "./parcels.ts";

const lines = [
  { productId: "bowl", quantity: 2 },
  { productId: "tray", quantity: 1 },
];

const parcel = (position: number, status: Parcel["status"], productId: string, quantity: number): Parcel => ({
  position,
  status,
  pieces: [{ productId, quantity }],
});

test("only pieces that are not in a parcel yet can be sent", () => {
  const unsent = listUnsent(lines, [parcel(1, "Sent", "bowl", 1)]);
  expect(unsent).toEqual(lines.map((line) => ({ ...line, quantity: 1 })));
  expect(describeUnsentRefusal("TRV-A", unsent, [{ productId: "bowl", quantity: 1 }])).toBeNull();
  for (const pieces of [
    [{ productId: "bowl", quantity: 2 }],
    [
      { productId: "bowl", quantity: 1 },
      { productId: "bowl", quantity: 1 },
    ],
    [{ productId: "spoon", quantity: 1 }],
  ])
    expect(describeUnsentRefusal("TRV-A", unsent, pieces)).toContain("Still to send: bowl:1 tray:1.");
});

test("an order is delivered when no piece is left to send and no parcel is on its way", () => {
  const [one, two] = [parcel(1, "Delivered", "bowl", 2), parcel(2, "Sent", "tray", 1)];
  expect(findEnd([], [one, two])).toBeNull();
  expect(findEnd([{ productId: "tray", quantity: 1 }], [one])).toBeNull();
  expect(findEnd([], [one, { ...two, status: "Delivered" }])).toBe("Delivered");
  expect(findEnd([], [one, { ...two, status: "Lost" }])).toBe("Delivered");
  expect(findEnd([], [{ ...one, status: "Lost" }])).toBe("Lost");
});
