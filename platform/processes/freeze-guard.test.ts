import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FROZEN_AFTER_MS, openFreezeGuard } from "./freeze-guard.ts";

let guard: ReturnType<typeof openFreezeGuard>;
let frozenMs = 0;
let answers: (boolean | Error)[] = [];
const onOvertaken = vi.fn<() => void>();
const fits = vi.fn(async () => {
  const answer = answers.shift();
  if (answer instanceof Error) throw answer;
  return answer ?? true;
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearInterval", "Date"] });
  [frozenMs, answers] = [0, []];
  onOvertaken.mockClear();
  fits.mockClear();
  guard = openFreezeGuard({ fits, onOvertaken, clock: () => Date.now() + frozenMs });
});
afterEach(() => {
  guard.close();
  vi.useRealTimers();
});

const freeze = () => (frozenMs += FROZEN_AFTER_MS + 1);

test("a process that was never frozen serves requests without a check of the database", async () => {
  await vi.advanceTimersByTimeAsync(60_000);
  expect(guard.mayAnswer()).toBe(true);
  expect(fits).not.toHaveBeenCalled();
});

test("after a freeze a process serves no request until it has checked that its version fits the database (T46)", async () => {
  freeze();
  expect(guard.mayAnswer()).toBe(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(guard.mayAnswer()).toBe(true);
  expect(onOvertaken).not.toHaveBeenCalled();
});

test("a process never serves requests again if a newer version changed the database during its freeze (T46)", async () => {
  answers = [false];
  freeze();
  expect(guard.mayAnswer()).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(guard.mayAnswer()).toBe(false);
  expect(onOvertaken).toHaveBeenCalledOnce();
  expect(fits).toHaveBeenCalledOnce();
});

test("after a freeze, a process whose database is unavailable serves no request until a repeated check succeeds", async () => {
  answers = [new Error("gone"), new Error("gone"), true];
  freeze();
  expect(guard.mayAnswer()).toBe(false);
  await vi.advanceTimersByTimeAsync(400);
  expect(guard.mayAnswer()).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(guard.mayAnswer()).toBe(true);
  expect(fits).toHaveBeenCalledTimes(3);
});
