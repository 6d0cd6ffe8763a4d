import { expect, test } from "vitest";
import { DAY, MINUTE } from "#contract/time.ts";
import { isSessionLive } from "./session.ts";
import { getAccessTokenEnd } from "./access-token.ts";

const login = new Date("2026-11-01T10:00:00.000Z");
const after = (ms: number) => new Date(login.getTime() + ms);

test("a session expires after 14 days without a refresh", () => {
  expect(isSessionLive({ createdAt: login, seenAt: login }, after(14 * DAY - 1))).toBe(true);
  expect(isSessionLive({ createdAt: login, seenAt: login }, after(14 * DAY))).toBe(false);
});

test("a session expires 30 days after the login, however busy", () => {
  expect(isSessionLive({ createdAt: login, seenAt: after(29 * DAY) }, after(30 * DAY - 1))).toBe(true);
  expect(isSessionLive({ createdAt: login, seenAt: after(29 * DAY) }, after(30 * DAY))).toBe(false);
});

test("an access token lives 15 minutes and never outlives its session", () => {
  expect(getAccessTokenEnd({ createdAt: login }, login)).toEqual(after(15 * MINUTE));
  expect(getAccessTokenEnd({ createdAt: login }, after(30 * DAY - MINUTE))).toEqual(after(30 * DAY));
});
