import { expect, test } from "vitest";
import { pickSize } from "../../tests/support/long-form.ts";
import type { TrackedOrder } from "./progress.ts";
import { ORDER_RINGS, countGrownRings, drawTreeRing, renderTreeRing } from "./tree-ring.ts";

const numbers = Array.from(
  { length: pickSize(300, 3_000) },
  (_, index) => `TRV-${(index * 7_919).toString(36).toUpperCase()}`,
);

test("an order number always has the same tree ring picture", () => {
  const { paths, ...drawing } = drawTreeRing("TRV-7K3M9Q");
  expect(drawing).toEqual({ crack: "M112 102l-23 19-21 29 24-28z", years: 9 });
  expect(paths).toHaveLength(13);
  expect(paths.at(-1)).toBe(
    "M225 118c0 25-15 55-33 74s-49 39-74 40s-60-18-77-37s-26-51-26-77s9-59 26-77s52-33 77-33s57 17 75 35s32 50 32 75z",
  );
});

test("different orders have different tree ring pictures of at most 2 KB", () => {
  const drawings = new Set(numbers.map((number) => drawTreeRing(number).paths.join("")));
  expect(drawings.size).toBe(numbers.length);
  const steps = Array.from({ length: ORDER_RINGS + 1 }, (_, grown) => grown);
  const lengths = numbers.flatMap((number) => steps.map((grown) => renderTreeRing(number, grown).length));
  expect(Math.max(...lengths)).toBeLessThanOrEqual(2_000);
});

const tracking = { courier: "India Post", number: "EW123", link: "https://www.indiapost.gov.in" };

test.each<[string, Partial<TrackedOrder>, number | null]>([
  ["placed", {}, 1],
  ["paid", { orderStatus: "Processing", paymentStatus: "Completed" }, 2],
  ["dispatched", { orderStatus: "Processing", paymentStatus: "Completed", tracking }, 3],
  ["delivered", { orderStatus: "Delivered", paymentStatus: "Completed", tracking }, 4],
  ["cancelled", { orderStatus: "Cancelled", paymentStatus: "Completed" }, null],
  ["in an unknown state", { orderStatus: "Lost" }, null],
])("the tree ring picture of an order that is %s has %o rings", (_, change, grown) => {
  const placed = {
    orderStatus: "Pending",
    paymentStatus: "Pending",
    createdAt: "2026-11-23T06:00:00.000Z",
  } as const;
  expect(countGrownRings({ ...placed, ...change })).toBe(grown);
});
