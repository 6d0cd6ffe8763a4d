import { expect, test } from "vitest";
import { DAY, MINUTE } from "#contract/time.ts";
import { isSessionLive, getAccessTokenEnd } from "./session.ts";

const login = new Date("2026-11-01T10:00:00.000Z");
const getTimeAfter = (ms: number) => new Date(login.getTime() + ms);

test("a session expires after 14 days without a refresh", () => {
  const isLiveAfter = (ms: number) => isSessionLive({ createdAt: login, seenAt: login }, getTimeAfter(ms));
  expect([isLiveAfter(14 * DAY - 1), isLiveAfter(14 * DAY)]).toEqual([true, false]);
});

test("a session expires 30 days after the login, even if it is used every day", () => {
  const used = { createdAt: login, seenAt: getTimeAfter(29 * DAY) };
  const isLiveAfter = (ms: number) => isSessionLive(used, getTimeAfter(ms));
  expect([isLiveAfter(30 * DAY - 1), isLiveAfter(30 * DAY)]).toEqual([true, false]);
});

test("an access token expires after 15 minutes, and never later than its session", () => {
  expect(getAccessTokenEnd({ createdAt: login }, login)).toEqual(getTimeAfter(15 * MINUTE));
  expect(getAccessTokenEnd({ createdAt: login }, getTimeAfter(30 * DAY - MINUTE))).toEqual(
    getTimeAfter(30 * DAY),
  );
});
