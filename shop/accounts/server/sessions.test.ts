import { expect, test } from "vitest";
import {
  ended,
  logInFromBrowser,
  OWN,
  REFRESHES,
  sendPost,
  setUpSessions,
  tryAccess,
} from "../../../tests/support/accounts.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { asha, context } from "../../../tests/support/test-shop.ts";
import { findSocketPrincipal } from "./sessions.ts";

setUpSessions();

test("each refresh endpoint returns a new access token, and earlier ones stay valid (§7, D47)", async () => {
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

test("the tokens in a browser's storage are useless without its cookie (T5)", async () => {
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

test("a browser's live connection needs its cookie as well as its access token", async () => {
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

test("the session cookie is HttpOnly and same-site, and on https bound to the host", async () => {
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
