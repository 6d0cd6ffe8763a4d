import { argon2Sync } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { MINUTE } from "#contract/time.ts";
import { logInWith } from "../../../tests/support/accounts.ts";
import { type Customer, signInCustomer } from "../../../tests/support/customer.ts";
import { api, context, setUpShop } from "../../../tests/support/test-shop.ts";
import { readResetProof } from "./reset-password.ts";
import { account, passwordReset } from "./tables.ts";

setUpShop({ goods: [] });

const WEAK_COST = { memory: 8, passes: 1, parallelism: 1 };

/**
 * Signs in a customer whose password hash is cheap to check, because these tests count checks and do not measure time.
 */
async function signIn(): Promise<Customer> {
  const customer = await signInCustomer(context);
  const nonce = Buffer.alloc(16, 7);
  const hash = argon2Sync("argon2id", { ...WEAK_COST, message: customer.password, nonce, tagLength: 32 });
  const [salt, tag] = [nonce, hash].map((bytes) => bytes.toString("base64").replaceAll("=", ""));
  const passwordHash = `$argon2id$v=19$m=8,t=1,p=1$${salt}$${tag}`;
  await context.db.update(account).set({ passwordHash }).where(eq(account.id, customer.accountId));
  return customer;
}

test("after 10 wrong passwords from one IP address, one login every 3 minutes is checked (T3)", async () => {
  const asha = await signIn();
  const guesses = await Promise.all(
    Array.from({ length: 100 }, (_, index) => logInWith(asha.email, `guess ${index}`)),
  );
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(90);
  const refused = await logInWith(asha.email.toUpperCase(), asha.password);
  expect(refused.status).toBe(429);
  expect(refused.body.message).toBe("Too many attempts. Please wait a few minutes and try again.");
  expect(refused.headers["retry-after"]).toBe("180");

  context.clock.advance(3 * MINUTE);
  expect((await logInWith(asha.email, "one more guess")).status).toBe(401);
  expect((await logInWith(asha.email, asha.password)).status).toBe(429);
  context.clock.advance(3 * MINUTE);
  expect((await logInWith(asha.email, asha.password)).status).toBe(200);
});

test.each([1, 50])(
  "at most 12 guesses from %i IP addresses are checked in 15 minutes (T3)",
  async (addresses) => {
    const asha = await signIn();
    let compared = 0;
    for (let number = 0; number < 100; number++) {
      if ((await guess(asha.email, number % addresses)).status === 401) compared++;
      context.clock.advance(9_000);
    }
    expect(compared).toBeGreaterThanOrEqual(10);
    expect(compared).toBeLessThanOrEqual(12);
  },
);

const guess = (email: string, address: number, body?: object) =>
  api.inject({
    method: "POST",
    url: body ? "/api/auth/reset-password" : "/api/auth/login",
    body: { email, password: "guess", ...body },
    ip: `203.0.113.${address}`,
  });

/** Sends one wrong password from each of 50 IP addresses at once. Returns the number of passwords that were checked. */
async function guessFromEverywhere(email: string, body?: object, first = 0): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, address) => guess(email, first + address, body)),
  );
  return answers.filter(({ status }) => status === 401).length;
}

test("guesses from 50 IP addresses do not block a known browser or a reset by e-mail (T34)", async () => {
  const asha = await signIn();
  const browser = { origin: "http://localhost:3000", host: "localhost:3000" };
  const logInFrom = (ip: string, headers: Record<string, string> = {}, password = asha.password) =>
    api.inject({
      method: "POST",
      url: "/api/auth/login",
      body: { email: asha.email, password },
      ip,
      headers,
    });
  const knownBrowser = await logInFrom("198.51.100.1", browser);
  const cookie = (knownBrowser.headers["set-cookie"] as string[])
    .map((each) => each.split(";")[0])
    .join("; ");

  expect((await guessFromEverywhere(asha.email)) + (await guessFromEverywhere(asha.email))).toBe(12);
  const stranger = await logInFrom("198.51.100.2");
  expect(stranger.status).toBe(429);
  expect(stranger.body.message).toContain("reset your password with 'Forgot Password'");
  // Ends the browser's session. The shop must still recognise the browser.
  await context.database.pool.query("delete from session");
  expect((await logInFrom("198.51.100.3", { ...browser, cookie })).status).toBe(200);

  // Other visitors use up the attempts for the mailed code. The link in the same mail must still work.
  const verified = { method: "POST", url: "/api/auth/verify-email", body: { email: asha.email } } as const;
  expect((await api.inject({ ...verified, ip: "198.51.100.4" })).status).toBe(200);
  const [requested] = await context.db.select().from(passwordReset);
  const proof = await readResetProof(context, requested?.id ?? "");
  const wrong = proof?.code === "000000" ? "000001" : "000000";
  await guessFromEverywhere(asha.email, { code: wrong, newPassword: "evil and teak" });
  const newPassword = "neem and mango";
  expect((await guess(asha.email, 60, { code: proof?.code, newPassword })).status).toBe(400);
  const reset = { email: asha.email, code: proof?.key, newPassword };
  const url = "/api/auth/reset-password";
  expect((await api.inject({ method: "POST", url, body: reset, ip: "198.51.100.4" })).status).toBe(200);
  for (let each = 0; each < 12; each++) await guess(asha.email, 100 + each);
  expect((await logInFrom("198.51.100.5", {}, newPassword)).status).toBe(429);
  expect((await logInFrom("198.51.100.4", {}, newPassword)).status).toBe(200);
  expect((await guess(asha.email, 60, reset)).status).toBe(400);
});

test("failed logins do not block a password change in a session, and failed changes do not block logins (T34)", async () => {
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

test("logins with an unknown e-mail address have the same limit", async () => {
  const statuses = [];
  for (let each = 0; each < 11; each++)
    statuses.push((await logInWith("nobody@example.com", "guess")).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

test("one IP address may fail to log in 100 times in 15 minutes, for all accounts together", async () => {
  const soon = new Date(context.now().getTime() + 15 * MINUTE - 9_000).toISOString();
  await context.db.execute(`insert into rate_limit values ('login:address:203.0.113.9', '${soon}', true)`);
  expect((await logInWith("one@example.com", "guess", "203.0.113.9")).status).toBe(401);
  const refused = await logInWith("two@example.com", "guess", "203.0.113.9");
  expect(refused.status).toBe(429);
  expect(refused.headers["retry-after"]).toBe("9");
  expect((await logInWith("two@example.com", "guess", "203.0.113.10")).status).toBe(401);
  expect((await logInWith("two@example.com", "guess", "127.0.0.1")).status).toBe(401);
});
