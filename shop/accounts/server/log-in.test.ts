import { expect, test } from "vitest";
import { logInWith } from "../../../tests/support/accounts.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { api, context, setUpShop } from "../../../tests/support/test-shop.ts";
import { logIn } from "../endpoints.ts";
import { needsRehash } from "./passwords.ts";

setUpShop({ goods: [] });

test("the response to a login contains the customer and both tokens", async () => {
  const asha = await signInCustomer(context, { email: "Asha@example.com" });
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

test("a wrong password, a password with extra spaces and an unknown e-mail get the same response (§8)", async () => {
  const asha = await signInCustomer(context);
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

test("an account without a password rejects every password login", async () => {
  const asha = await signInCustomer(context);
  await context.db.execute("update account set password_hash = null");
  for (const password of [asha.password, "null", " "]) {
    expect((await logInWith(asha.email, password)).status).toBe(401);
  }
});

test("a password hash with another cost is replaced at the next login", async () => {
  const asha = await signInCustomer(context);
  // The hash of "teak and mango" with other parameters: m=8192, t=1.
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

test("the database contains no token, cookie or password in plain text", async () => {
  const asha = await signInCustomer(context);
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
