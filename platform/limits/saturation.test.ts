import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createSaturation } from "./admission.ts";

/** A turn of the loop in which so many requests come, so many milliseconds apart. @returns the last one's share */
function open() {
  let time = 0;
  const { shareToRefuse } = createSaturation(() => time);
  const rest = (ms: number) => {
    time += ms;
  };
  const turn = async (requests: number, msApart: number): Promise<number> => {
    let share = 0;
    for (let request = 0; request < requests; request++) {
      share = shareToRefuse();
      time += msApart;
    }
    await nextTurn();
    return share;
  };
  return { turn, rest };
}

test("T36: as long as turns are short, or only something else took long, no request is refused", async () => {
  const { turn } = open();
  for (let times = 0; times < 100; times++) expect(await turn(100, 0.3)).toBe(0);
  expect(await turn(10, 200)).toBe(0);
});

test("T36: while a queue of requests does not end, more and more are refused, and none once it has", async () => {
  const { turn } = open();
  const shares = [];
  for (let times = 0; times < 20; times++) shares.push(await turn(1_000, 0.2));
  expect(shares[0]).toBeGreaterThan(0);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect(shares.at(-1)).toBe(0.9);
  const after = [];
  for (let times = 0; times < 250; times++) after.push(await turn(30, 0.3));
  expect(after.at(-1)).toBe(0);
});

test("T36: once the flood is over, the first visitor after it is not refused", async () => {
  const { turn, rest } = open();
  for (let times = 0; times < 20; times++) await turn(1_000, 0.2);
  rest(500);
  expect(await turn(1, 0)).toBe(0);
});
