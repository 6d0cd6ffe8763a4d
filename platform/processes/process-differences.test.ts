import type { ProcessFacts } from "../database/tables.ts";
import { expect, test } from "vitest";
import { explainConflict, checkDifferences } from "./live-processes.ts";

const createProcess = (
  name: string,
  secret: string,
  {
    previous = null,
    payments = "Razorpay",
    ...settings
  }: { previous?: string | null; payments?: ProcessFacts["payments"]; [setting: string]: unknown } = {},
) => ({
  facts: {
    name,
    knows: "0001-platform.sql",
    payments,
    settings: { version: "build 1", ...settings } as Record<string, string>,
  },
  secret,
  previousSecret: previous,
});

const first = createProcess("one:3000", "old");

test("a shop process is refused if its secret differs from a running process's, unless SHOP_SECRET_PREVIOUS contains that secret", () => {
  expect(explainConflict(createProcess("two:3000", "new"), first)).toMatch(
    /SHOP_SECRET is different from that of one:3000/,
  );
  const changed = createProcess("two:3000", "new", { previous: "old" });
  expect(explainConflict(changed, first)).toBeNull();
  expect(explainConflict(first, changed)).toContain("SHOP_SECRET_PREVIOUS");
  expect(checkDifferences(changed, [first])).toMatchObject([{ about: "SHOP_SECRET" }]);

  // All processes can get the new secret as SHOP_SECRET_PREVIOUS before it is used, which avoids a conflict.
  const prepared = createProcess("one:3000", "old", { previous: "new" });
  expect(explainConflict(prepared, first)).toBeNull();
  expect(explainConflict(changed, prepared)).toBeNull();
  expect(explainConflict(prepared, changed)).toBeNull();
  expect(checkDifferences(changed, [prepared])).toEqual([]);
});

test("a shop process with test payments is refused beside a process with real payments, in either order", () => {
  const rehearsing = createProcess("two:3000", "old", { payments: "test cards" });
  expect(explainConflict(rehearsing, first)).toContain("accepts test cards");
  expect(explainConflict(first, rehearsing)).toContain("accepts Razorpay");
});

test("a shop process whose settings, products or version differ from those of a running process may start, and the difference is reported", () => {
  const other = createProcess("two:3000", "old", { version: "build 2", CATALOGUE_DIR: "files 7" });
  expect(explainConflict(other, first)).toBeNull();
  expect(checkDifferences(first, [other, createProcess("three:3000", "old")])).toMatchObject([
    {
      about: "version",
      what: "the open processes differ: build 1 at one:3000, three:3000; build 2 at two:3000",
    },
    { about: "CATALOGUE_DIR" },
  ]);
  expect(checkDifferences(first, [first])).toEqual([]);
});
