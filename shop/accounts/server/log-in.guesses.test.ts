// @engine: locks, races or SQL that the two engines could do differently.
import { expect, test } from "vitest";
import { MINUTE } from "#contract/time.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { api, context, logInWith, setUpLogins } from "../../../tests/support/logging-in.ts";
import { readResetProof } from "./reset-password.ts";
import { passwordReset } from "./tables.ts";

setUpLogins();

test("of a thousand guesses from one address ten are compared, then one every three minutes (T3)", async () => {
  const asha = await signInCustomer(context);
  const guesses = await Promise.all(
    Array.from({ length: 1_000 }, (_, index) => logInWith(asha.email, `guess ${index}`)),
  );
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(990);
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

const guess = (email: string, address: number, body?: object) =>
  api.inject({
    method: "POST",
    url: body ? "/api/auth/reset-password" : "/api/auth/login",
    body: { email, password: "guess", ...body },
    ip: `203.0.113.${address}`,
  });

/** Guesses passwords from fifty addresses, so many each; returns how many were compared. */
async function guessFromEverywhere(email: string, rounds: number, body?: object, first = 0): Promise<number> {
  let compared = 0;
  for (let round = 0; round < rounds; round++) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, address) => guess(email, first + address, body)),
    );
    compared += answers.filter(({ status }) => status === 401).length;
  }
  return compared;
}

test("a thousand guesses from fifty addresses shut out no known browser and no owner of the mailbox (T34)", async () => {
  const asha = await signInCustomer(context);
  const browser = { origin: "http://localhost:3000", host: "localhost:3000" };
  const logInFrom = (ip: string, headers: Record<string, string> = {}, password = asha.password) =>
    api.inject({
      method: "POST",
      url: "/api/auth/login",
      body: { email: asha.email, password },
      ip,
      headers,
    });
  const known = await logInFrom("198.51.100.1", browser);
  const cookie = (known.headers["set-cookie"] as string[]).map((each) => each.split(";")[0]).join("; ");

  expect(await guessFromEverywhere(asha.email, 20)).toBeLessThanOrEqual(12);
  const stranger = await logInFrom("198.51.100.2");
  expect(stranger.status).toBe(429);
  expect(stranger.body.message).toContain("use 'Forgot Password': that works at once");
  // The session in that browser is over, the browser is known all the same.
  await context.database.pool.query("delete from session");
  expect((await logInFrom("198.51.100.3", { ...browser, cookie })).status).toBe(200);

  // Strangers use up the tries of the code; the link in the mail is no one's to guess.
  const verified = { method: "POST", url: "/api/auth/verify-email", body: { email: asha.email } } as const;
  expect((await api.inject({ ...verified, ip: "198.51.100.4" })).status).toBe(200);
  const [requested] = await context.db.select().from(passwordReset);
  const proof = await readResetProof(context, requested?.id ?? "");
  const wrong = proof?.code === "000000" ? "000001" : "000000";
  await guessFromEverywhere(asha.email, 2, { code: wrong, newPassword: "evil and teak" });
  const newPassword = "neem and mango";
  expect((await guess(asha.email, 60, { code: proof?.code, newPassword })).status).toBe(400);
  const reset = { email: asha.email, code: proof?.key, newPassword };
  const done = await api.inject({
    method: "POST",
    url: "/api/auth/reset-password",
    body: reset,
    ip: "198.51.100.4",
  });
  expect(done.status).toBe(200);
  await guessFromEverywhere(asha.email, 2, undefined, 100);
  expect((await logInFrom("198.51.100.5", {}, newPassword)).status).toBe(429);
  expect((await logInFrom("198.51.100.4", {}, newPassword)).status).toBe(200);
  expect((await guess(asha.email, 60, reset)).status).toBe(400);
});

test("of a thousand guesses from one address or from fifty, within a quarter of an hour, at most twelve are compared (T3)", async () => {
  for (const addresses of [1, 50]) {
    const asha = await signInCustomer(context);
    let compared = 0;
    for (let number = 0; number < 1_000; number++) {
      const { status } = await guess(asha.email, number % addresses);
      if (status === 401) compared++;
      context.clock.advance(900);
    }
    expect(compared).toBeGreaterThanOrEqual(10);
    expect(compared).toBeLessThanOrEqual(12);
  }
});

test("nor do they stop the right password inside a session; who guesses there stops only that session (T34)", async () => {
  const asha = await signInCustomer(context);
  await guessFromEverywhere(asha.email, 1);
  const change = (currentPassword: string, newPassword: string) =>
    api.as(asha).post("/api/account/password", { currentPassword, newPassword });
  expect((await change(asha.password, "sheesham 7 rings")).status).toBe(200);
  for (let wrong = 0; wrong < 10; wrong++) await change("guess", "neem and mango");
  expect((await change("guess", "neem and mango")).status).toBe(429);
  await context.db.execute("delete from rate_limit where key not like 'password:%'");
  expect((await logInWith(asha.email, "sheesham 7 rings")).status).toBe(200);
});

test("an unknown address is held up in the same way", async () => {
  for (let guess = 0; guess < 10; guess++) await logInWith("nobody@example.com", "guess");
  expect((await logInWith("nobody@example.com", "guess")).status).toBe(429);
});

test("logins that succeed are not counted", async () => {
  const asha = await signInCustomer(context);
  for (let login = 0; login < 12; login++)
    expect((await logInWith(asha.email, asha.password)).status).toBe(200);
  expect((await logInWith(asha.email, "wrong")).status).toBe(401);
});

test("one network address fails a hundred times in a quarter of an hour, whichever account it tries", async () => {
  const soon = new Date(context.now().getTime() + 15 * MINUTE - 9_000).toISOString();
  await context.db.execute(`insert into rate_limit values ('login:address:203.0.113.9', '${soon}', true)`);
  expect((await logInWith("one@example.com", "guess", "203.0.113.9")).status).toBe(401);
  const refused = await logInWith("two@example.com", "guess", "203.0.113.9");
  expect(refused.status).toBe(429);
  expect(refused.headers["retry-after"]).toBe("9");
  expect((await logInWith("two@example.com", "guess", "203.0.113.10")).status).toBe(401);
  expect((await logInWith("two@example.com", "guess", "127.0.0.1")).status).toBe(401);
});
