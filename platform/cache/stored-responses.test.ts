import { expect, test } from "vitest";
import { createEntry } from "./cached-response.ts";
import { createStoredResponses } from "./response-cache.ts";

const MEGABYTE = 1024 * 1024;

/** An answer at an address that anyone can make up: there is room for 4 MB of those. */
const createAnswer = (address: string, bytes: number) =>
  createEntry(
    { address, isBounded: false },
    { type: "text/html", headers: {}, body: Buffer.alloc(bytes, "x") },
  );

test("an answer that is larger than the store pushes out no other, and an empty one is stored too", () => {
  const stored = createStoredResponses();
  for (const [address, bytes] of [
    ["/empty", 0],
    ["/small", MEGABYTE],
    ["/huge", 5 * MEGABYTE],
  ] as const)
    stored.add(createAnswer(address, bytes));
  expect(["/empty", "/small", "/huge"].map((address) => stored.find(address) !== undefined)).toEqual([
    true,
    true,
    false,
  ]);
});

test("an answer that has grown pushes out those used before it; one that was dropped does not come back", () => {
  const stored = createStoredResponses();
  const [first, second] = [createAnswer("/first", MEGABYTE), createAnswer("/second", MEGABYTE)];
  stored.add(first);
  stored.add(second);
  second.bytes = 4 * MEGABYTE;
  stored.countAgain(second);
  expect(stored.find("/first")).toBeUndefined();
  expect(stored.find("/second")).toBe(second);
  stored.countAgain(first);
  expect(stored.find("/first")).toBeUndefined();
});
