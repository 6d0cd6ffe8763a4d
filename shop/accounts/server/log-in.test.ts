import { expect, test } from "vitest";
import { logInWith, OWN, sendPost, storeCheapHash } from "../../../tests/support/accounts.ts";
import { type Customer, signInCustomer } from "../../../tests/support/customer.ts";
import { api, context, readRows, setUpShop } from "../../../tests/support/test-shop.ts";
import { needsRehash } from "./passwords.ts";
import { MINUTE } from "#contract/time.ts";
import { readResetProof } from "./reset-password.ts";
import { passwordReset } from "./tables.ts";

setUpShop({ goods: [] });

test("a wrong password, a password with extra spaces and an unknown e-mail get the same response (§8)", async () => {
  const asha = await signInCustomer(context);
  const answers = [
    await logInWith(asha.email, "wrong"),
    await logInWith(asha.email, ` ${asha.password} `),
    await logInWith("nobody@example.com", asha.password),
  ];
  for (const { status, body } of answers)
    expect({ status, ...body, requestId: "" }).toEqual({
      status: 401,
      success: false,
      code: "wrong_credentials",
      message: "Invalid email or password.",
      error: "Invalid email or password.",
      requestId: "",
    });
});

test("a password hash with a different cost setting is replaced at the next login", async () => {
  const asha = await signInCustomer(context);
  const old = await storeCheapHash(asha);
  const readHash = async () => (await readRows("account"))[0]?.["password_hash"] as string;
  expect(needsRehash(old)).toBe(true);
  expect((await logInWith(asha.email, "wrong")).status).toBe(401);
  expect(await readHash()).toBe(old);
  expect((await logInWith(` ${asha.email.toUpperCase()}`, asha.password)).status).toBe(200);
  expect(needsRehash(await readHash())).toBe(false);
  expect((await logInWith(asha.email, asha.password)).status).toBe(200);
});

test("an account without a password rejects every password login", async () => {
  const asha = await signInCustomer(context);
  await context.db.execute("update account set password_hash = null");
  for (const password of [asha.password, "null", " "])
    expect((await logInWith(asha.email, password)).status).toBe(401);
});

test("the database contains no token, cookie or password in plain text", async () => {
  const asha = await signInCustomer(context);
  const { body, headers } = await sendPost(
    "/api/auth/login",
    { email: asha.email, password: asha.password },
    OWN,
  );
  const [, cookie] = /session=([\w-]+)/.exec(String(headers["set-cookie"])) ?? [];
  const stored = JSON.stringify(
    await Promise.all(["account", "session", "access_token", "rate_limit"].map(readRows)),
  );
  for (const secret of [body["accessToken"], body["refreshToken"], cookie, asha.password]) {
    expect(String(secret).length).toBeGreaterThan(10);
    expect(stored).not.toContain(secret);
  }
});

/** Signs in a customer whose password hash is fast to check, because these tests log in many times. */
async function signIn(): Promise<Customer> {
  const customer = await signInCustomer(context);
  await storeCheapHash(customer);
  return customer;
}

test("after 10 wrong passwords from one IP address, one login every 3 minutes is checked (T3)", async () => {
  const asha = await signIn();
  const guesses = await Promise.all(
    Array.from({ length: 30 }, (_, index) => logInWith(asha.email, `guess ${index}`)),
  );
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(await logInWith(asha.email.toUpperCase(), asha.password)).toMatchObject({
    status: 429,
    body: { message: "Too many attempts. Please wait a few minutes and try again." },
    headers: { "retry-after": "180" },
  });
  context.clock.advance(3 * MINUTE);
  expect((await logInWith(asha.email, "one more guess")).status).toBe(401);
  expect((await logInWith(asha.email, asha.password)).status).toBe(429);
  context.clock.advance(3 * MINUTE);
  expect((await logInWith(asha.email, asha.password)).status).toBe(200);
});

test("at most 12 password guesses from 50 IP addresses are checked in 15 minutes (T3)", async () => {
  const asha = await signIn();
  let compared = 0;
  for (let number = 0; number < 100; number++) {
    if ((await guess(asha.email, number % 50)).status === 401) compared++;
    context.clock.advance(9_000);
  }
  expect(compared).toBeGreaterThanOrEqual(10);
  expect(compared).toBeLessThanOrEqual(12);
});

const guess = (email: string, address: number, body?: object) =>
  api.inject({
    method: "POST",
    url: body ? "/api/auth/reset-password" : "/api/auth/login",
    body: { email, password: "guess", ...body },
    ip: `203.0.113.${address}`,
  });

/** Sends a wrong password from each of 50 IP addresses at once. Returns the number of passwords that were checked. */
async function guessFromEverywhere(email: string): Promise<number> {
  const answers = await Promise.all(Array.from({ length: 50 }, (_, address) => guess(email, address)));
  return answers.filter(({ status }) => status === 401).length;
}

test("password guesses from 50 IP addresses block neither a login in a known browser nor a reset by e-mail (T34)", async () => {
  const asha = await signIn();
  const logInFrom = (ip: string, headers: Record<string, string> = {}, password = asha.password) =>
    api.inject({
      method: "POST",
      url: "/api/auth/login",
      body: { email: asha.email, password },
      ip,
      headers,
    });
  const knownBrowser = await logInFrom("198.51.100.1", OWN);
  const cookie = (knownBrowser.headers["set-cookie"] as string[])
    .map((each) => each.split(";")[0])
    .join("; ");

  // The login replaced the cheap hash with a normal one.
  await storeCheapHash(asha);
  expect((await guessFromEverywhere(asha.email)) + (await guessFromEverywhere(asha.email))).toBe(12);
  expect(await logInFrom("198.51.100.2")).toMatchObject({
    status: 429,
    body: { message: expect.stringContaining("reset your password with 'Forgot Password'") },
  });
  // Even without its session, the browser must be recognised.
  await context.database.pool.query("delete from session");
  expect((await logInFrom("198.51.100.3", { ...OWN, cookie })).status).toBe(200);

  // The link in a mail must still work after other visitors have used up the attempts for the code in the same mail.
  const post = (url: string, body: object) => api.inject({ method: "POST", url, body, ip: "198.51.100.4" });
  expect((await post("/api/auth/verify-email", { email: asha.email })).status).toBe(200);
  const [requested] = await context.db.select().from(passwordReset);
  const proof = await readResetProof(context, requested?.id ?? "");
  const wrong = proof?.code === "000000" ? "000001" : "000000";
  const newPassword = "neem and mango";
  for (let each = 0; each < 6; each++) await guess(asha.email, each, { code: wrong, newPassword });
  expect((await guess(asha.email, 60, { code: proof?.code, newPassword })).status).toBe(400);
  const reset = { email: asha.email, code: proof?.key, newPassword };
  expect((await post("/api/auth/reset-password", reset)).status).toBe(200);
  await storeCheapHash({ ...asha, password: newPassword });
  for (let each = 0; each < 12; each++) await guess(asha.email, 100 + each);
  expect((await logInFrom("198.51.100.5", {}, newPassword)).status).toBe(429);
  expect((await logInFrom("198.51.100.4", {}, newPassword)).status).toBe(200);
  expect((await guess(asha.email, 60, reset)).status).toBe(400);
});

test("failed logins do not block a password change, and failed password changes do not block logins (T34)", async () => {
  const asha = await signIn();
  await guessFromEverywhere(asha.email);
  const change = (currentPassword: string, newPassword: string) =>
    api.as(asha).post("/api/account/password", { currentPassword, newPassword });
  expect((await change(asha.password, "sheesham 7 rings")).status).toBe(200);
  for (let wrong = 0; wrong < 10; wrong++) expect((await change("guess", "neem and mango")).status).toBe(400);
  expect((await change("guess", "neem and mango")).status).toBe(429);
  await context.db.execute("delete from rate_limit where key not like 'password:%'");
  expect((await logInWith(asha.email, "sheesham 7 rings")).status).toBe(200);
});

test("logins with an unknown e-mail address are refused after 10 failures, as for a known address", async () => {
  const statuses = [];
  for (let each = 0; each < 11; each++)
    statuses.push((await logInWith("nobody@example.com", "guess")).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

test("one IP address may fail to log in 100 times in 15 minutes, for all accounts together", async () => {
  const soon = new Date(context.now().getTime() + 15 * MINUTE - 9_000).toISOString();
  await context.db.execute(`insert into rate_limit values ('login:address:203.0.113.9', '${soon}', true)`);
  expect((await logInWith("one@example.com", "guess", "203.0.113.9")).status).toBe(401);
  expect(await logInWith("two@example.com", "guess", "203.0.113.9")).toMatchObject({
    status: 429,
    headers: { "retry-after": "9" },
  });
  for (const other of ["203.0.113.10", "127.0.0.1"])
    expect((await logInWith("two@example.com", "guess", other)).status).toBe(401);
});
