import { expect, test } from "vitest";
import {
  ended,
  logInFromBrowser,
  OWN,
  REFRESHES,
  sendPost,
  setUpSessions,
  shared,
  tryAccess,
} from "../../../tests/support/accounts.ts";
import { type Customer, signInCustomer } from "../../../tests/support/customer.ts";
import { api, asha, context, readRows } from "../../../tests/support/test-shop.ts";
import { findSocketPrincipal, insertSession } from "./sessions.ts";
import { DAY, MINUTE } from "#contract/time.ts";

setUpSessions();

test("each refresh endpoint returns a new access token, and earlier access tokens stay valid (§7, D47)", async () => {
  for (const [url, body] of REFRESHES) {
    const { status, body: answer } = await sendPost(url, body(asha.refreshToken));
    expect(status).toBe(200);
    expect(answer).toMatchObject({ success: true, message: "Session refreshed successfully!" });
    expect(answer["accessToken"]).not.toBe(asha.accessToken);
    expect(await tryAccess(String(answer["accessToken"]))).toBe(200);
  }
  expect(await tryAccess(asha.accessToken)).toBe(200);
});

test("a browser's cookie is enough to refresh its session", async () => {
  const browser = await logInFromBrowser();
  const calls = [
    sendPost("/api/auth/refresh", undefined, { cookie: browser.cookie }),
    sendPost("/api/auth/refresh", "", { cookie: browser.cookie }),
    ...REFRESHES.map(([url, body]) => sendPost(url, body(browser.refreshToken), { cookie: browser.cookie })),
    ...REFRESHES.map(([url]) => sendPost(url, {}, { cookie: browser.cookie })),
  ];
  for (const { status, body } of await Promise.all(calls)) {
    expect(status).toBe(200);
    expect(await tryAccess(String(body["accessToken"]), browser.cookie)).toBe(200);
  }
});

test("the tokens in a browser's storage are useless without the session cookie (T5)", async () => {
  const browser = await logInFromBrowser();
  const another = await logInFromBrowser();
  expect(await tryAccess(browser.accessToken, browser.cookie)).toBe(200);
  for (const cookie of [undefined, another.cookie, "session=", "session=x", `other=${browser.cookie}`]) {
    expect(await tryAccess(browser.accessToken, cookie)).toBe(401);
    const headers: Record<string, string> = cookie ? { cookie } : {};
    for (const [url, body] of REFRESHES)
      expect((await sendPost(url, body(browser.refreshToken), headers)).status).toBe(401);
    const logOut = await sendPost("/api/auth/logout", { refreshToken: browser.refreshToken }, headers);
    expect(logOut.status).toBe(401);
  }
  expect(await tryAccess(browser.accessToken, browser.cookie)).toBe(200);
});

test("a live connection of a browser needs the session cookie as well as the access token", async () => {
  const browser = await logInFromBrowser();
  const secret = browser.cookie.replace("session=", "");
  const find = (accessToken: string, cookies: Record<string, string>) =>
    findSocketPrincipal(context, accessToken, cookies);
  const principal = { accountId: asha.accountId, sessionId: expect.any(String) };
  expect(await find(browser.accessToken, { session: secret })).toEqual(principal);
  expect(await find(browser.accessToken, {})).toBeNull();
  expect(await find("", { session: secret })).toBeNull();
  expect(await find(asha.accessToken, {})).toEqual(principal);
});

test("the session cookie and the device cookie are HttpOnly and SameSite=Lax, and a login without an Origin header gets no cookie", async () => {
  const body = { email: asha.email, password: asha.password };
  const plain = await sendPost("/api/auth/login", body, OWN);
  const [session, device] = plain.headers["set-cookie"] as string[];
  expect(device).toMatch(/^device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(session).toMatch(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  expect((await sendPost("/api/auth/login", body)).headers["set-cookie"]).toBeUndefined();
  expect(plain.headers["cache-control"]).toBe("no-store");
});

test("requests from another site's page cannot log in, refresh or log out (T6)", async () => {
  const { cookie } = await logInFromBrowser();
  const foreign = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://localhost:3000.evil.example" },
    { "sec-fetch-site": "cross-site" },
  ];
  for (const headers of foreign) {
    const from = { ...headers, host: "localhost:3000", cookie };
    const login = { email: asha.email, password: asha.password };
    for (const url of ["/api/auth/refresh", ...REFRESHES.map(([each]) => each), "/api/auth/logout"])
      expect((await sendPost(url, undefined, from)).status).toBe(403);
    expect((await sendPost("/api/auth/login", login, from)).status).toBe(403);
  }
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
    expect((await sendPost("/api/auth/logout", "{}", { cookie, "content-type": type })).status).toBe(415);
  }
  expect((await sendPost("/api/auth/refresh", undefined, { cookie })).status).toBe(200);
});

test("a logout ends the session's tokens, cookie and live connections at once (T7)", async () => {
  const { accessToken, refreshToken, cookie } = await logInFromBrowser();
  const second = String((await sendPost("/api/auth/refresh", undefined, { cookie })).body["accessToken"]);
  const authorization = `Bearer ${accessToken}`;
  const answer = await sendPost("/api/auth/logout", "", { ...OWN, cookie, authorization });
  expect(answer.body).toEqual({ success: true, message: "You have been logged out." });
  expect(answer.headers["set-cookie"]).toMatch(/^session=; Max-Age=0; Path=\/; HttpOnly; /);

  for (const token of [accessToken, second]) expect(await tryAccess(token, cookie)).toBe(401);
  for (const [url, body] of REFRESHES)
    expect((await sendPost(url, body(refreshToken), { cookie })).status).toBe(401);
  const refresh = await sendPost("/api/auth/refresh", undefined, { cookie });
  expect(refresh.body.message).toBe("Session expired. Please log in again.");
  await context.settle();
  expect(ended).toHaveLength(1);
  expect(await tryAccess(asha.accessToken)).toBe(200);
});

test("a logout accepts the cookie, the access token or the refresh token, and refuses a request without them", async () => {
  const logOut = async (body?: unknown, headers?: Record<string, string>) =>
    (await sendPost("/api/auth/logout", body, headers)).status;
  expect(await logOut(undefined, { cookie: (await logInFromBrowser()).cookie })).toBe(200);
  expect(await logOut(undefined, { authorization: `Bearer ${asha.accessToken}` })).toBe(200);
  const { refreshToken } = await signInCustomer(context);
  expect(await logOut({ refreshToken })).toBe(200);
  expect(await logOut({ refreshToken })).toBe(401);
  expect(await logOut()).toBe(401);
});

test("an access token expires after 15 minutes, and a refresh returns a new access token", async () => {
  context.clock.advance(15 * MINUTE - 1);
  expect(await tryAccess(asha.accessToken)).toBe(200);
  context.clock.advance(1);
  expect(await tryAccess(asha.accessToken)).toBe(401);
  const { body } = await sendPost("/api/auth/refresh-token", { token: asha.refreshToken });
  expect(await tryAccess(String(body["accessToken"]))).toBe(200);
  expect(await readRows("access_token")).toHaveLength(1);
});

test("a session expires after 14 idle days, and after 30 days in any case", async () => {
  const refresh = async ({ refreshToken }: Customer) => (await postRefresh(refreshToken)).status;
  const idle = await signInCustomer(context);
  context.clock.advance(13 * DAY);
  expect(await refresh(asha)).toBe(200);
  context.clock.advance(DAY);
  expect(await refresh(idle)).toBe(401);
  context.clock.advance(12 * DAY);
  expect(await refresh(asha)).toBe(200);
  context.clock.advance(4 * DAY);
  expect(await refresh(asha)).toBe(401);
});

test("the eleventh session of a customer ends the oldest session, and six concurrent logins leave ten sessions", async () => {
  const begin = () => context.transact((tx) => insertSession(tx, context, asha.accountId, { bound: false }));
  for (let session = 0; session < 10; session++) {
    context.clock.advance(1);
    const { accessToken } = await begin();
    expect(await tryAccess(accessToken)).toBe(200);
  }
  expect(await tryAccess(asha.accessToken)).toBe(401);
  await context.settle();
  expect(ended).toHaveLength(1);
  const login = { email: asha.email, password: asha.password };
  await Promise.all(Array.from({ length: 6 }, () => sendPost("/api/auth/login", login)));
  expect(await readRows("session")).toHaveLength(10);
});

test("a second login in the same browser ends its first session", async () => {
  const first = await logInFromBrowser();
  const second = await logInFromBrowser({ ...OWN, cookie: first.cookie });
  expect(await tryAccess(first.accessToken, first.cookie)).toBe(401);
  expect(await tryAccess(second.accessToken, second.cookie)).toBe(200);
});

test("'Log out everywhere' ends every session, cookie and live connection, and forgets the known browsers (T7)", async () => {
  const browser = await logInFromBrowser();
  const other = await logInFromBrowser();
  const answer = await api.inject({
    method: "DELETE",
    url: "/api/account/sessions",
    headers: { ...OWN, cookie: browser.cookie, authorization: `Bearer ${browser.accessToken}` },
  });
  expect(answer.body).toEqual({ success: true, message: "You have been logged out everywhere." });
  expect(answer.headers["set-cookie"]).toMatch(/^session=; Max-Age=0; Path=\/; HttpOnly; /);
  for (const { accessToken, cookie } of [browser, other, { ...asha, cookie: undefined }])
    expect(await tryAccess(accessToken, cookie)).toBe(401);
  expect((await sendPost("/api/auth/refresh", undefined, { cookie: other.cookie })).status).toBe(401);
  await context.settle();
  expect(ended).toHaveLength(3);
  expect(await readRows("known_device")).toEqual([]);
});

const REFRESH = "/api/auth/refresh-token";

const postRefresh = async (token: string) => {
  const { status, body } = await sendPost(REFRESH, { token });
  return { status, token: String(body["refreshToken"]) };
};

test("each refresh without a cookie returns a new refresh token, and a reused old token ends the session (§7)", async () => {
  const first = asha.refreshToken;
  const second = await postRefresh(first);
  const third = await postRefresh(second.token);
  expect([second.status, third.status]).toEqual([200, 200]);
  expect(new Set([first, second.token, third.token]).size).toBe(3);
  // The first response may have been lost, so the token may be used again within seconds.
  const again = await postRefresh(second.token);
  expect(again.status).toBe(200);
  context.clock.advance(11_000);
  expect((await postRefresh(third.token)).status).toBe(200);
  context.clock.advance(11_000);
  expect((await postRefresh(first)).status).toBe(401);
  for (const token of [third.token, again.token]) expect((await postRefresh(token)).status).toBe(401);
  await context.settle();
  expect(ended).toHaveLength(1);
  expect(await readRows("account_activity")).toMatchObject([{ kind: "old_token_used" }]);
});

test("if a thief and the customer refresh with the same token, the session ends at the customer's next refresh (§7)", async () => {
  const thief = await postRefresh(asha.refreshToken);
  context.clock.advance(5_000);
  const owner = await postRefresh(asha.refreshToken);
  expect((await postRefresh(thief.token)).status).toBe(200);
  context.clock.advance(11_000);
  expect((await postRefresh(owner.token)).status).toBe(401);
  expect((await postRefresh(thief.token)).status).toBe(401);
});

test("a client without cookies can refresh repeatedly with the token from its login, and a browser gets no new refresh token (§7)", async () => {
  for (let day = 0; day < 5; day++) {
    context.clock.advance(DAY);
    expect((await postRefresh(asha.refreshToken)).status).toBe(200);
  }
  const browser = await logInFromBrowser();
  const answer = await sendPost(REFRESH, { token: browser.refreshToken }, { cookie: browser.cookie });
  expect(answer.body["accessToken"]).toBeDefined();
  expect(answer.body["refreshToken"]).toBeUndefined();
});

const LAPTOP = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36",
};
const PHONE = { "user-agent": "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0" };

/** Refreshes with the refresh token of the login, as §7 requires. */
async function refresh(token: string, headers: Record<string, string> = {}): Promise<string> {
  const { status, body } = await sendPost(REFRESH, { token }, headers);
  expect(status).toBe(200);
  return String(body["accessToken"]);
}

/** Returns how often the customer was notified. Each notification must have one entry in the activity log. */
async function countShared(): Promise<number> {
  await context.settle();
  const activities = await readRows("account_activity");
  expect(activities.filter(({ kind }) => kind === "login_shared")).toHaveLength(shared.length);
  return shared.length;
}

test("if a thief and the customer refresh with the same token, the customer is notified once (§7)", async () => {
  let owners = asha.accessToken;
  for (let day = 0; day < 3; day++) {
    context.clock.advance(14 * MINUTE);
    const thiefs = await refresh(asha.refreshToken);
    expect(await tryAccess(thiefs)).toBe(200);
    context.clock.advance(11_000);
    expect(await tryAccess(owners)).toBe(200);
    expect(await countShared()).toBe(1);
    owners = await refresh(asha.refreshToken);
  }
  await context.settle();
  expect(ended).toEqual([]);
});

test("if two devices refresh with the token of one login, the customer is notified", async () => {
  const body = { email: asha.email, password: asha.password };
  const { body: login } = await sendPost("/api/auth/login", body, LAPTOP);
  await refresh(String(login["refreshToken"]), LAPTOP);
  expect(await countShared()).toBe(0);
  context.clock.advance(DAY);
  await refresh(String(login["refreshToken"]), PHONE);
  expect(await countShared()).toBe(1);
});

test("a customer is not notified of a stolen token if their own client loses responses and repeats the token refresh (§7)", async () => {
  for (let time = 0; time < 6; time++) {
    // The client refreshes three times after three parallel 401 responses and may keep any of the new tokens.
    const tokens = await Promise.all([1, 2, 3].map(() => refresh(asha.refreshToken)));
    const [kept = ""] = time % 2 === 0 ? tokens : tokens.toReversed();
    context.clock.advance(9_000);
    const later = await refresh(asha.refreshToken);
    for (const token of [kept, later]) expect(await tryAccess(token)).toBe(200);
    context.clock.advance(time % 3 === 0 ? 15 * MINUTE : 5 * MINUTE);
    expect([200, 401]).toContain(await tryAccess(later));
  }
  expect(await countShared()).toBe(0);
});

test("a logout with a concurrent refresh leaves no valid token", async () => {
  for (let round = 0; round < 5; round++) {
    const { refreshToken } = round === 0 ? asha : await signInCustomer(context);
    const [refreshed] = await Promise.all([
      postRefresh(refreshToken),
      sendPost("/api/auth/logout", { refreshToken }),
    ]);
    expect([200, 401]).toContain(refreshed.status);
    expect(await readRows("access_token")).toEqual([]);
  }
});
