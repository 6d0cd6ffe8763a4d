import { expect, test } from "vitest";
import { pickSize } from "../../tests/support/long-form.ts";
import type { TrackedOrder } from "./progress.ts";
import { ORDER_RINGS, countGrownRings, drawTreeRing, renderTreeRing } from "./tree-ring.ts";

const numbers = Array.from(
  { length: pickSize(300, 3_000) },
  (_, index) => `TRV-${(index * 7_919).toString(36).toUpperCase()}`,
);

test("the tree ring picture of an order never changes", () => {
  expect(drawTreeRing("TRV-7K3M9Q")).toMatchInlineSnapshot(`
    {
      "crack": "M112 102l-23 19-21 29 24-28z",
      "paths": [
        "M120 103c0 2-1 4-2 6s-4 2-6 2s-4-1-5-2s-2-4-2-6s1-4 2-5s4-2 5-2s4 1 6 2s2 4 2 5z",
        "M128 104c0 4-2 8-5 11s-7 4-10 4s-8-2-11-4s-4-7-4-11s2-8 4-10s7-4 11-4s8 2 10 4s5 7 5 10z",
        "M136 106c0 5-3 12-7 16s-10 7-16 7s-12-3-16-7s-6-11-6-16s2-13 6-17s11-6 16-7s13 3 17 7s6 11 6 17z",
        "M145 107c0 7-5 16-10 21s-14 10-21 11s-17-5-22-10s-9-15-9-22s4-17 9-22s14-10 22-10s16 5 22 10s9 15 9 22z",
        "M150 108c0 8-5 18-11 24s-17 12-25 12s-20-5-25-11s-10-17-10-25s4-20 10-26s17-11 25-11s19 6 25 12s11 16 11 25z",
        "M155 108c0 10-5 22-12 29s-19 14-29 14s-22-6-29-13s-11-20-11-30s4-22 11-29s20-13 29-13s23 6 29 13s12 20 12 29z",
        "M169 110c0 13-8 28-17 37s-24 18-37 18s-29-8-38-17s-14-25-14-38s5-29 14-38s25-17 38-17s29 8 38 18s16 25 16 37z",
        "M172 111c1 13-6 31-16 41s-27 20-41 20s-32-9-42-19s-16-28-16-42s6-32 16-42s29-19 42-19s31 11 40 21s17 27 17 40z",
        "M184 113c0 16-8 36-20 48s-32 25-48 25s-39-11-50-23s-18-34-18-50s7-38 18-50s34-22 50-22s37 12 48 24s20 32 20 48z",
        "M195 114c0 19-10 42-23 56s-37 28-55 28s-45-13-58-27s-19-38-19-57s7-43 19-57s39-25 58-25s42 13 55 27s22 37 23 55z",
        "M205 116c0 20-12 45-27 61s-40 31-61 32s-49-14-64-30s-23-42-23-63s8-49 23-65s43-28 64-28s46 16 61 31s27 41 27 62z",
        "M214 117c0 22-12 51-28 68s-45 35-68 35s-55-15-71-33s-25-47-25-70s9-54 25-71s47-31 71-30s51 17 67 34s29 44 29 67z",
        "M225 118c0 25-15 55-33 74s-49 39-74 40s-60-18-77-37s-26-51-26-77s9-59 26-77s52-33 77-33s57 17 75 35s32 50 32 75z",
      ],
      "years": 9,
    }
  `);
});

test("every order has its own tree ring picture of at most 2 KB", () => {
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
