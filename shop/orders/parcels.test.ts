import { expect, test } from "vitest";
import { sampleOrder } from "../../tests/support/samples.ts";
import { describeParcels, describeUnsentRefusal, findEnd, listUnsent, type Parcel } from "./parcels.ts";
import { buildTimeline } from "./progress.ts";

const lines = [
  { productId: "bowl", quantity: 2 },
  { productId: "tray", quantity: 1 },
];

const parcel = (position: number, status: Parcel["status"], productId: string, quantity: number): Parcel => ({
  position,
  status,
  pieces: [{ productId, quantity }],
});

test("what is in no parcel is still to be sent, and nothing else can be", () => {
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
    expect(describeUnsentRefusal("TRV-A", unsent, pieces)).toContain("(to send: bowl:1 tray:1)");
});

test("an order has arrived when nothing is left to send and nothing is on its way", () => {
  const [one, two] = [parcel(1, "Delivered", "bowl", 2), parcel(2, "Sent", "tray", 1)];
  expect(findEnd([], [one, two])).toBeNull();
  expect(findEnd([{ productId: "tray", quantity: 1 }], [one])).toBeNull();
  expect(findEnd([], [one, { ...two, status: "Delivered" }])).toBe("Delivered");
  expect(findEnd([], [one, { ...two, status: "Lost" }])).toBe("Delivered");
  expect(findEnd([], [{ ...one, status: "Lost" }])).toBe("Lost");
});

test("its customer reads how much has left, and how much has arrived", () => {
  const order = (...parcels: Parcel[]) => ({
    ...sampleOrder,
    tracking: { courier: "Delhivery", number: "1" },
    parcels: parcels.map(({ tracking: _none, ...each }) => each) as NonNullable<typeof sampleOrder.parcels>,
  });
  const part = order(parcel(1, "Sent", "bowl", 1));
  expect(describeParcels(part)).toBe(
    "1 of 2 pieces has left our workshop. The rest follows in a parcel of its own.",
  );
  expect(buildTimeline(part)[2]).toEqual({ name: "Dispatched", done: false, date: "1 of 2 pieces" });
  const both = order(parcel(1, "Sent", "bowl", 1), parcel(2, "Sent", "tray", 1));
  expect(describeParcels(both)).toBe("Your order is on its way in 2 parcels.");
  expect(buildTimeline(both)[2]).toMatchObject({ done: true });
  const half = order(parcel(1, "Delivered", "bowl", 1), parcel(2, "Sent", "tray", 1));
  expect(describeParcels(half)).toBe("1 of 2 parcels has arrived, the rest is on its way.");
  expect(describeParcels(sampleOrder)).toBeNull();
});
