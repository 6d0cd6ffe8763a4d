import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MINUTE } from "#contract/time.ts";
import { openApi, type Api } from "../../../tests/support/api.ts";
import { signedInCustomer } from "../../../tests/support/customer.ts";
import { testContext, type TestContext } from "../../../tests/support/database.ts";
import { logIn } from "../endpoints.ts";
import { needsRehash } from "./passwords.ts";
import { readResetProof } from "./reset-codes.ts";
import { accountRoutes } from "./routes.ts";
import { passwordReset } from "./tables.ts";

let context: TestContext;
let api: Api;
beforeAll(async () => {
  context = await testContext();
  api = await openApi(context, accountRoutes);
});
beforeEach(() => context.wipe());
afterAll(async () => {
  await api.close();
  await context.close();
});

const logInWith = (email: string, password: string, ip?: string) =>
  api.inject({ method: "POST", url: "/api/auth/login", body: { email, password }, ...(ip && { ip }) });

test("the right password answers with the customer and both tokens", async () => {
  const asha = await signedInCustomer(context, { email: "Asha@example.com" });
  const answer = await api.call(logIn, { body: { email: " ASHA@example.com", password: asha.password } });
  expect(answer).toMatchObject({ success: true, message: "Login successful" });
  expect(answer.user).toEqual({
    _id: asha.accountId,
    id: asha.accountId,
    firstName: "Asha",
    lastName: "Patel",
    email: "Asha@example.com",
    phoneNumber: "9876543210",
    addresses: [],
    role: "user",
  });
  expect(answer.accessToken).toMatch(/^[\w-]{43}$/);
  expect(answer.refreshToken).not.toBe(answer.accessToken);
});

test("a wrong password, a password of spaces around it and an unknown address get the same answer", async () => {
  const asha = await signedInCustomer(context);
  const answers = [
    await logInWith(asha.email, "wrong"),
    await logInWith(asha.email, ` ${asha.password} `),
    await logInWith("nobody@example.com", asha.password),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(401);
    expect({ ...body, requestId: "" }).toEqual({
      success: false,
      code: "wrong_credentials",
      message: "Invalid email or password.",
      error: "Invalid email or password.",
      requestId: "",
    });
  }
});

test("an account without a password cannot be entered with one", async () => {
  const asha = await signedInCustomer(context);
  await context.db.execute("update account set password_hash = null");
  for (const password of [asha.password, "null", " "]) {
    expect((await logInWith(asha.email, password)).status).toBe(401);
  }
});

test("missing fields say which", async () => {
  const { status, body } = await logInWith("", "");
  expect(status).toBe(400);
  expect(body.fields).toEqual([
    { path: "email", message: "Email is required" },
    { path: "password", message: "Password is required" },
  ]);
});

test("of a thousand guesses from one address ten are compared, then one every three minutes (T3)", async () => {
  const asha = await signedInCustomer(context);
  const guesses = await Promise.all(
    Array.from({ length: 1_000 }, (_, place) => logInWith(asha.email, `guess ${place}`)),
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

/** From fifty addresses, so many each; how many were compared. */
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
  const asha = await signedInCustomer(context);
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

  expect(await guessFromEverywhere(asha.email, 20)).toBeLessThanOrEqual(20);
  const stranger = await logInFrom("198.51.100.2");
  expect(stranger.status).toBe(429);
  expect(stranger.body.message).toContain("use 'Forgot Password': that works at once");
  // The session in that browser is over, the browser is known all the same.
  await context.database.pool.query("delete from session");
  expect((await logInFrom("198.51.100.3", { ...browser, cookie })).status).toBe(200);

  // Strangers use up the tries of the code; the link in the mail is no one's to guess.
  const verified = { method: "POST", url: "/api/auth/verify-email", body: { email: asha.email } } as const;
  expect((await api.inject({ ...verified, ip: "198.51.100.4" })).status).toBe(200);
  const [asked] = await context.db.select().from(passwordReset);
  const proof = await readResetProof(context, asked?.id ?? "");
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

test("nor do they stop the right password inside a session; who guesses there stops only that session (T34)", async () => {
  const asha = await signedInCustomer(context);
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
  const asha = await signedInCustomer(context);
  for (let login = 0; login < 12; login++)
    expect((await logInWith(asha.email, asha.password)).status).toBe(200);
  expect((await logInWith(asha.email, "wrong")).status).toBe(401);
});

test("one network address fails a hundred times in a quarter of an hour, whoever it tries", async () => {
  const soon = new Date(context.now().getTime() + 15 * MINUTE - 9_000).toISOString();
  await context.db.execute(`insert into rate_limit values ('login:address:203.0.113.9', '${soon}', true)`);
  expect((await logInWith("one@example.com", "guess", "203.0.113.9")).status).toBe(401);
  const refused = await logInWith("two@example.com", "guess", "203.0.113.9");
  expect(refused.status).toBe(429);
  expect(refused.headers["retry-after"]).toBe("9");
  expect((await logInWith("two@example.com", "guess", "203.0.113.10")).status).toBe(401);
  expect((await logInWith("two@example.com", "guess", "127.0.0.1")).status).toBe(401);
});

test("a hash made at another cost is made anew at login", async () => {
  const asha = await signedInCustomer(context);
  // "teak and mango" at m=8192, t=1.
  const { argon2Sync } = await import("node:crypto");
  const salt = Buffer.alloc(16, 7);
  const hash = argon2Sync("argon2id", {
    message: asha.password,
    nonce: salt,
    memory: 8192,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  const base64 = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
  const old = `$argon2id$v=19$m=8192,t=1,p=1$${base64(salt)}$${base64(hash)}`;
  await context.database.pool.query("update account set password_hash = $1", [old]);
  expect(needsRehash(old)).toBe(true);
  expect((await logInWith(asha.email, "wrong")).status).toBe(401);
  expect((await logInWith(asha.email, asha.password)).status).toBe(200);
  const { rows } = await context.database.pool.query<{ password_hash: string }>(
    "select password_hash from account",
  );
  expect(needsRehash(rows[0]?.password_hash ?? "")).toBe(false);
  expect((await logInWith(asha.email, asha.password)).status).toBe(200);
});

test("no secret lies in the database as it is", async () => {
  const asha = await signedInCustomer(context);
  const login = await api.inject({
    method: "POST",
    url: "/api/auth/login",
    body: { email: asha.email, password: asha.password },
    headers: { origin: "http://localhost:80", host: "localhost:80" },
  });
  const cookie = /session=([\w-]+)/.exec(String(login.headers["set-cookie"]))?.[1] ?? "";
  const everything = await Promise.all(
    ["account", "session", "access_token", "rate_limit"].map(
      async (table) =>
        (await context.database.pool.query(`select to_jsonb(t)::text as row from ${table} t`)).rows,
    ),
  );
  const text = JSON.stringify(everything);
  const secrets = [
    String(login.body["accessToken"]),
    String(login.body["refreshToken"]),
    cookie,
    asha.password,
  ];
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(10);
    expect(text).not.toContain(secret);
  }
});
