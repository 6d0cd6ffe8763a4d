import { expect, test } from "vitest";
import type { Call } from "#contract/endpoint-call.ts";
import { createVersionCalls } from "./version-calls.ts";

const home = { method: "GET", path: "/home", policy: "public" } as Parameters<Call>[0];

test("a call that all pages make is made once for each version; failures, older versions and other calls are not cached", async () => {
  const called: string[] = [];
  let fails = false;
  const call = (async ({ path }: { path: string }) => {
    called.push(path);
    if (fails) throw new Error("away");
    return called.length;
  }) as unknown as Call;
  const callsOf = createVersionCalls(call);

  expect([await callsOf(1)(home, {}), await callsOf(1)(home, {})]).toEqual([1, 1]);
  expect(await callsOf(2)(home, {})).toBe(2);
  expect([await callsOf(1)(home, {}), await callsOf(2)(home, {})]).toEqual([3, 2]);
  expect(await callsOf(2)(home, { query: { page: "1" } } as never)).toBe(4);
  expect(await callsOf(2)(home, { query: { page: "1" } } as never)).toBe(5);

  fails = true;
  await expect(callsOf(3)(home, {})).rejects.toThrow("away");
  fails = false;
  expect(await callsOf(3)(home, {})).toBe(7);
});
