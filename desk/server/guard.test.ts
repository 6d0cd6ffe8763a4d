import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { HOUR, MINUTE } from "#contract/time.ts";
import { IDLE_HEADER, TOKEN_HEADER } from "../calls.ts";
import { createSessions, findForeign } from "./guard.ts";

const ask = (headers: Record<string, string>, { method = "GET", url = "/api/session" } = {}) =>
  ({ method, url, headers, rawHeaders: Object.entries(headers).flat() }) as unknown as IncomingMessage;

describe("T47: requests that do not come from the desk's own page", () => {
  test.each([
    ["a host name of another site", { host: "evil.example:4400" }],
    ["a host name that begins like the desk's", { host: "127.0.0.1.evil.example" }],
    ["no host name", {}],
    ["another port of this machine", { host: "127.0.0.1:4400", origin: "http://127.0.0.1:5555" }],
    ["a page without an origin", { host: "127.0.0.1:4400", origin: "null" }],
    [
      "a page of another port, without an Origin header",
      { host: "127.0.0.1:4400", "sec-fetch-site": "same-site" },
    ],
    [
      "a picture on another page",
      { host: "127.0.0.1:4400", "sec-fetch-site": "cross-site", "sec-fetch-dest": "image" },
    ],
  ])("a request of another host or page is refused: %s", (_, headers) => {
    expect(findForeign(ask(headers))).not.toBeNull();
  });

  test("a POST without an Origin header is refused", () => {
    expect(findForeign(ask({ host: "127.0.0.1:4400" }, { method: "POST" }))).not.toBeNull();
    const sameOrigin = {
      host: "127.0.0.1:4400",
      origin: "http://127.0.0.1:4400",
      "sec-fetch-site": "same-origin",
    };
    expect(findForeign(ask(sameOrigin, { method: "POST" }))).toBeNull();
  });

  test("requests through an SSH tunnel are accepted, and another site can link to the desk's page but not to its API", () => {
    expect(findForeign(ask({ host: "localhost:9000", origin: "http://localhost:9000" }))).toBeNull();
    const visit = {
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
    };
    expect(findForeign(ask({ host: "127.0.0.1:4400", ...visit }, { url: "/" }))).toBeNull();
    expect(findForeign(ask({ host: "127.0.0.1:4400", ...visit }, { url: "/api/tasks" }))).not.toBeNull();
  });
});

describe("T47: the sign-in key and the session", () => {
  const open = () => {
    const clock = { now: 0 };
    const sessions = createSessions("desk", () => clock.now);
    const signIn = () => {
      const { cookie = "", token = "" } = sessions.open(sessions.createKey()) ?? {};
      return ask({ cookie: `other=1; desk=${cookie}`, [TOKEN_HEADER]: token });
    };
    return { clock, sessions, signIn };
  };

  test("a sign-in key opens one desk session and is valid for ten minutes, and a new key replaces it", () => {
    const { clock, sessions } = open();
    const key = sessions.createKey();
    expect(sessions.open(`${key}x`)).toBeNull();
    expect(sessions.open(key)).not.toBeNull();
    expect(sessions.open(key)).toBeNull();
    const [earlier, later] = [sessions.createKey(), sessions.createKey()];
    expect(sessions.open(earlier)).toBeNull();
    clock.now += 11 * MINUTE;
    expect(sessions.open(later)).toBeNull();
  });

  test("a request to the desk needs the cookie and the token, because every port of this machine receives the cookie", () => {
    const { sessions, signIn } = open();
    const { headers } = signIn();
    const { cookie = "", [TOKEN_HEADER]: token = "" } = headers as Record<string, string>;
    expect(sessions.check(ask({ cookie, [TOKEN_HEADER]: token }), true)).toBe(true);
    expect(sessions.check(ask({ cookie }), true)).toBe(false);
    expect(sessions.check(ask({ [TOKEN_HEADER]: token }), true)).toBe(false);
    expect(sessions.check(ask({ cookie: `${cookie}; desk=planted`, [TOKEN_HEADER]: token }), true)).toBe(
      false,
    );
  });

  const withIdle = (request: IncomingMessage, seconds: string) =>
    ask({ ...(request.headers as Record<string, string>), [IDLE_HEADER]: seconds });

  test("a desk session ends after an hour without input, and after twelve hours in any case", () => {
    const { clock, sessions, signIn } = open();
    const [idle, busy] = [signIn(), signIn()];
    for (let hour = 0; hour < 12; hour++) {
      clock.now += HOUR - 1;
      expect(sessions.check(withIdle(busy, "0"), true)).toBe(true);
      expect(sessions.check(withIdle(idle, "0"), false)).toBe(hour === 0);
    }
    clock.now += HOUR - 1;
    expect(sessions.check(withIdle(busy, "0"), true)).toBe(false);
  });

  test("automatic refreshes do not extend a session, and a page that reports no input counts as idle", () => {
    const { clock, sessions, signIn } = open();
    const [pressed, reading, silent, wrong] = [signIn(), signIn(), signIn(), signIn()];
    const check = (minutes: number) => {
      clock.now = minutes * MINUTE;
      return [
        sessions.check(withIdle(pressed, "600"), true),
        sessions.check(withIdle(reading, String(minutes * 60)), true),
        sessions.check(silent, true),
        sessions.check(withIdle(wrong, "-9999"), true),
      ];
    };
    expect(check(59)).toEqual([true, true, true, true]);
    expect(check(61)).toEqual([true, false, false, false]);
    // A session ends an hour after the last input, which was at minute 51. So it ends at minute 111.
    clock.now = (61 + 50) * MINUTE + 1;
    expect(sessions.check(withIdle(pressed, "0"), true)).toBe(false);
  });

  test("a user has no access after signing out", () => {
    const { sessions, signIn } = open();
    const who = signIn();
    sessions.end(who);
    expect(sessions.check(who, true)).toBe(false);
  });
});
