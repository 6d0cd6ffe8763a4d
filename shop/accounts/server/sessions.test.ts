import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY, MINUTE } from "#contract/time.ts";
import { subscriber } from "#platform/subscriber.ts";
import { openApi, type Api, type Asking } from "../../../tests/support/api.ts";
import { signedInCustomer, type Customer } from "../../../tests/support/customer.ts";
import { testContext, type TestContext } from "../../../tests/support/database.ts";
import { addressRoutes } from "../../addresses/server/routes.ts";
import { holdAccount } from "./find-account.ts";
import { sessionEnded } from "../events.ts";
import { identifySocket } from "./identify.ts";
import { accountRoutes } from "./routes.ts";
import { endExpiredSessions } from "./end-sessions.ts";

const ended: string[] = [];
const onSessionEnded = subscriber(sessionEnded, "test.session-ended", async (_context, { sessionId }) => {
  ended.push(sessionId);
});

let context: TestContext;
let api: Api;
let asha: Customer;
beforeAll(async () => {
  context = await testContext({ subscribers: [onSessionEnded] });
  api = await openApi(context, [...accountRoutes, ...addressRoutes(holdAccount)]);
});
beforeEach(async () => {
  await context.wipe();
  ended.length = 0;
  asha = await signedInCustomer(context);
});
afterAll(async () => {
  await api.close();
  await context.close();
});

const OWN = { origin: "http://localhost:3000", host: "localhost:3000" };

interface Browser {
  accessToken: string;
  refreshToken: string;
  cookie: string;
}

/** As the login page does it: with an Origin, and the cookie kept. */
async function browserLogin(headers: Record<string, string> = OWN): Promise<Browser> {
  const body = { email: asha.email, password: asha.password };
  const answer = await api.inject({ method: "POST", url: "/api/auth/login", body, headers });
  expect(answer.status).toBe(200);
  const cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
  return {
    accessToken: String(answer.body["accessToken"]),
    refreshToken: String(answer.body["refreshToken"]),
    cookie,
  };
}

/** The status of a call that needs the customer. */
const knocks = async (accessToken: string, cookie?: string): Promise<number> => {
  const headers = { authorization: `Bearer ${accessToken}`, ...(cookie && { cookie }) };
  return (await api.inject({ method: "GET", url: `/addresses/${asha.accountId}`, headers })).status;
};

const REFRESHES: [url: string, body: (token: string) => Asking["body"]][] = [
  ["/api/auth/refresh-token", (token) => ({ token })],
  ["/api/users/refresh-token", (refreshToken) => ({ refreshToken })],
];

const post = (url: string, body?: unknown, headers: Record<string, string> = {}) =>
  api.inject({ method: "POST", url, body, headers });

test("each of the refresh calls with a token answers a new access token and leaves the others alive (D47)", async () => {
  for (const [url, body] of REFRESHES) {
    const { status, body: answer } = await post(url, body(asha.refreshToken));
    expect(status).toBe(200);
    expect(answer).toMatchObject({ success: true, message: "Session refreshed successfully!" });
    expect(answer["accessToken"]).not.toBe(asha.accessToken);
    expect(await knocks(String(answer["accessToken"]))).toBe(200);
  }
  expect(await knocks(asha.accessToken)).toBe(200);
});

test("a browser is refreshed by its cookie, with a token or without one", async () => {
  const browser = await browserLogin();
  const calls = [
    post("/api/auth/refresh", undefined, { cookie: browser.cookie }),
    post("/api/auth/refresh", "", { cookie: browser.cookie }),
    ...REFRESHES.map(([url, body]) => post(url, body(browser.refreshToken), { cookie: browser.cookie })),
    ...REFRESHES.map(([url]) => post(url, {}, { cookie: browser.cookie })),
  ];
  for (const { status, body } of await Promise.all(calls)) {
    expect(status).toBe(200);
    expect(await knocks(String(body["accessToken"]), browser.cookie)).toBe(200);
  }
});

test("what lies in a browser's storage is worthless without its cookie (T5)", async () => {
  const browser = await browserLogin();
  const another = await browserLogin();
  expect(await knocks(browser.accessToken, browser.cookie)).toBe(200);
  for (const cookie of [
    undefined,
    another.cookie,
    "session=",
    "session=nonsense",
    `other=${browser.cookie}`,
  ]) {
    expect(await knocks(browser.accessToken, cookie)).toBe(401);
    for (const [url, body] of REFRESHES) {
      expect((await post(url, body(browser.refreshToken), cookie ? { cookie } : {})).status).toBe(401);
    }
    expect((await post("/api/auth/logout", { refreshToken: browser.refreshToken })).status).toBe(401);
  }
  expect(await knocks(browser.accessToken, browser.cookie)).toBe(200);
});

test("a live connection needs the cookie too", async () => {
  const browser = await browserLogin();
  const secret = browser.cookie.replace("session=", "");
  const sessionId = expect.any(String);
  expect(await identifySocket(context, browser.accessToken, { session: secret })).toEqual({
    accountId: asha.accountId,
    sessionId,
  });
  expect(await identifySocket(context, browser.accessToken, {})).toBeNull();
  expect(await identifySocket(context, "", { session: secret })).toBeNull();
  expect(await identifySocket(context, asha.accessToken, {})).toMatchObject({ accountId: asha.accountId });
});

test("the cookie is HttpOnly, for this site only, and on https for this host only", async () => {
  const body = { email: asha.email, password: asha.password };
  const plain = await post("/api/auth/login", body, OWN);
  const [session, device] = plain.headers["set-cookie"] as string[];
  expect(device).toMatch(/^device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/);
  expect(session).toMatch(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
  expect((await post("/api/auth/login", body)).headers["set-cookie"]).toBeUndefined();
  expect(plain.headers["cache-control"]).toBe("no-store");
});

test("another site's page can neither log in, refresh nor log out (T6)", async () => {
  const { cookie } = await browserLogin();
  const foreign = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://localhost:3000.evil.example" },
    { "sec-fetch-site": "cross-site" },
  ];
  for (const headers of foreign) {
    for (const url of [
      "/api/auth/refresh",
      "/api/auth/refresh-token",
      "/api/users/refresh-token",
      "/api/auth/logout",
    ]) {
      expect((await post(url, undefined, { ...headers, host: "localhost:3000", cookie })).status).toBe(403);
    }
    const body = { email: asha.email, password: asha.password };
    expect((await post("/api/auth/login", body, { ...headers, host: "localhost:3000" })).status).toBe(403);
  }
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
    expect((await post("/api/auth/logout", "{}", { cookie, "content-type": type })).status).toBe(415);
  }
  expect((await post("/api/auth/refresh", undefined, { cookie })).status).toBe(200);
});

test("a logout ends the session at once: every token, the cookie, and the live connections hear of it (T7)", async () => {
  const { accessToken, refreshToken, cookie } = await browserLogin();
  const second = String((await post("/api/auth/refresh", undefined, { cookie })).body["accessToken"]);
  const authorization = `Bearer ${accessToken}`;
  const answer = await post("/api/auth/logout", "", { ...OWN, cookie, authorization });
  expect(answer.body).toEqual({ success: true, message: "You have been logged out." });
  expect(answer.headers["set-cookie"]).toMatch(/^session=; .*Max-Age=0$/);

  for (const token of [accessToken, second]) expect(await knocks(token, cookie)).toBe(401);
  for (const [url, body] of REFRESHES)
    expect((await post(url, body(refreshToken), { cookie })).status).toBe(401);
  const refresh = await post("/api/auth/refresh", undefined, { cookie });
  expect(refresh.body.message).toBe("Session expired. Please log in again.");
  await context.settle();
  expect(ended).toHaveLength(1);
  expect(await knocks(asha.accessToken)).toBe(200);
});

test("any of the three proofs logs out; without one there is nothing to end", async () => {
  const logout = "/api/auth/logout";
  expect((await post(logout, undefined, { cookie: (await browserLogin()).cookie })).status).toBe(200);
  expect((await post(logout, undefined, { authorization: `Bearer ${asha.accessToken}` })).status).toBe(200);
  const other = await signedInCustomer(context);
  expect((await post(logout, { refreshToken: other.refreshToken })).status).toBe(200);
  expect((await post(logout, { refreshToken: other.refreshToken })).status).toBe(401);
  expect((await post(logout)).status).toBe(401);
});

test("nothing shown, or nonsense, refreshes nothing", async () => {
  for (const url of ["/api/auth/refresh", "/api/auth/refresh-token", "/api/users/refresh-token"]) {
    const { status, body } = await post(url);
    expect(status).toBe(401);
    expect(body.message).toBe("No refresh token found");
  }
  for (const [url, body] of REFRESHES) {
    for (const token of ["nonsense", asha.accessToken, "' or 1=1 --"]) {
      const answer = await post(url, body(token));
      expect(answer.status).toBe(401);
      expect(answer.body.message).toBe("Session expired. Please log in again.");
    }
    expect((await post(url, body(asha.refreshToken.toLowerCase()))).status).toBe(401);
  }
  for (const token of ["", "Bearer", asha.refreshToken, asha.accessToken.slice(1), "x".repeat(5000)]) {
    expect(await knocks(token)).toBe(401);
  }
});

test("an access token dies after 15 minutes, and a refresh opens the door again", async () => {
  context.clock.advance(15 * MINUTE - 1);
  expect(await knocks(asha.accessToken)).toBe(200);
  context.clock.advance(1);
  expect(await knocks(asha.accessToken)).toBe(401);
  const { body } = await post("/api/auth/refresh-token", { token: asha.refreshToken });
  expect(await knocks(String(body["accessToken"]))).toBe(200);
  const { rows } = await context.database.pool.query("select 1 from access_token");
  expect(rows).toHaveLength(1);
});

test("a session dies after 14 idle days, and after 30 days in any case", async () => {
  const refresh = async (customer: Customer) =>
    (await post("/api/auth/refresh-token", { token: customer.refreshToken })).status;
  const idle = await signedInCustomer(context);
  context.clock.advance(13 * DAY);
  expect(await refresh(asha)).toBe(200);
  context.clock.advance(DAY);
  expect(await refresh(idle)).toBe(401);
  expect(await refresh(asha)).toBe(200);
  context.clock.advance(13 * DAY);
  expect(await refresh(asha)).toBe(200);
  context.clock.advance(3 * DAY - MINUTE);
  const last = await post("/api/auth/refresh-token", { token: asha.refreshToken });
  expect(await knocks(String(last.body["accessToken"]))).toBe(200);
  context.clock.advance(MINUTE);
  expect(await knocks(String(last.body["accessToken"]))).toBe(401);
  expect(await refresh(asha)).toBe(401);
});

test("expired sessions are cleared away and told of", async () => {
  context.clock.advance(14 * DAY);
  const fresh = await signedInCustomer(context);
  await endExpiredSessions(context);
  await context.settle();
  expect(ended).toHaveLength(1);
  const { rows } = await context.database.pool.query("select account_id from session");
  expect(rows).toEqual([{ account_id: fresh.accountId }]);
});

test("the eleventh session ends the oldest, also when twenty begin at once", async () => {
  context.clock.advance(MINUTE);
  const body = { email: asha.email, password: asha.password };
  const logins = [];
  for (let login = 0; login < 10; login++) {
    context.clock.advance(1);
    logins.push(await post("/api/auth/login", body));
  }
  expect(await knocks(asha.accessToken)).toBe(401);
  for (const { body: answer } of logins) expect(await knocks(String(answer["accessToken"]))).toBe(200);
  await context.settle();
  expect(ended).toHaveLength(1);

  // In waves that the limit on guesses lets through.
  for (let wave = 0; wave < 3; wave++)
    await Promise.all(Array.from({ length: 7 }, () => post("/api/auth/login", body)));
  const { rows } = await context.database.pool.query("select count(*)::int as sessions from session");
  expect(rows).toEqual([{ sessions: 10 }]);
});

test("a browser that logs in again ends the session it had", async () => {
  const first = await browserLogin();
  const second = await browserLogin({ ...OWN, cookie: first.cookie });
  expect(await knocks(first.accessToken, first.cookie)).toBe(401);
  expect(await knocks(second.accessToken, second.cookie)).toBe(200);
});

test("out everywhere: every session, cookie and live connection, and no browser is known any more (T7)", async () => {
  const browser = await browserLogin();
  const other = await browserLogin();
  const answer = await api.inject({
    method: "DELETE",
    url: "/api/account/sessions",
    headers: { ...OWN, cookie: browser.cookie, authorization: `Bearer ${browser.accessToken}` },
  });
  expect(answer.body).toEqual({ success: true, message: "You have been logged out everywhere." });
  expect(answer.headers["set-cookie"]).toMatch(/^session=; .*Max-Age=0$/);
  expect(await knocks(browser.accessToken, browser.cookie)).toBe(401);
  expect(await knocks(other.accessToken, other.cookie)).toBe(401);
  expect(await knocks(asha.accessToken)).toBe(401);
  expect((await post("/api/auth/refresh", undefined, { cookie: other.cookie })).status).toBe(401);
  await context.settle();
  expect(ended).toHaveLength(3);
  const { rows } = await context.database.pool.query("select 1 from known_device");
  expect(rows).toEqual([]);
});

const REFRESH = "/api/auth/refresh-token";
const refreshed = async (token: string) => {
  const { status, body } = await post(REFRESH, { token });
  return { status, token: String(body["refreshToken"]) };
};

test("without a cookie a refresh token has a successor, and a copy of an older one ends the session", async () => {
  const first = asha.refreshToken;
  const second = await refreshed(first);
  const third = await refreshed(second.token);
  expect([second.status, third.status]).toEqual([200, 200]);
  expect(new Set([first, second.token, third.token]).size).toBe(3);
  // Repeated at once, because the answer was lost: no theft.
  const again = await refreshed(second.token);
  expect(again.status).toBe(200);
  context.clock.advance(11_000);
  expect((await refreshed(third.token)).status).toBe(200);
  context.clock.advance(11_000);
  expect((await refreshed(first)).status).toBe(401);
  for (const token of [third.token, again.token]) expect((await refreshed(token)).status).toBe(401);
  await context.settle();
  expect(ended).toHaveLength(1);
  const { rows } = await context.database.pool.query("select kind from account_activity");
  expect(rows).toContainEqual({ kind: "old_token_used" });
});

test("a thief who refreshes first is out as well, as soon as the owner does", async () => {
  const thief = await refreshed(asha.refreshToken);
  context.clock.advance(5_000);
  const owner = await refreshed(asha.refreshToken);
  expect((await refreshed(thief.token)).status).toBe(200);
  context.clock.advance(11_000);
  expect((await refreshed(owner.token)).status).toBe(401);
  expect((await refreshed(thief.token)).status).toBe(401);
});

test("whoever reads accessToken alone goes on with the token of the login (§7); a browser has but one", async () => {
  for (let day = 0; day < 5; day++) {
    context.clock.advance(DAY);
    expect((await refreshed(asha.refreshToken)).status).toBe(200);
  }
  const browser = await browserLogin();
  const answer = await post(REFRESH, { token: browser.refreshToken }, { cookie: browser.cookie });
  expect(answer.body["accessToken"]).toBeDefined();
  expect(answer.body["refreshToken"]).toBeUndefined();
});

test("logout and refresh at the same moment leave no living token behind", async () => {
  for (let round = 0; round < 10; round++) {
    const customer = await signedInCustomer(context);
    const [refreshed] = await Promise.all([
      post("/api/auth/refresh-token", { token: customer.refreshToken }),
      post("/api/auth/logout", { refreshToken: customer.refreshToken }),
    ]);
    expect([200, 401]).toContain(refreshed.status);
    const { rows } = await context.database.pool.query(
      "select 1 from access_token join session on session.id = session_id where account_id = $1",
      [customer.accountId],
    );
    expect(rows).toHaveLength(0);
  }
});
