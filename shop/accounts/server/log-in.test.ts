import { expect, test } from "vitest";
import { logInWith, OWN, sendPost, storeCheapHash } from "../../../tests/support/accounts.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { api, context, readRows, setUpShop } from "../../../tests/support/test-shop.ts";
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

test("a password hash with another cost is replaced at the next login", async () => {
  const asha = await signInCustomer(context);
  const old = await storeCheapHash(asha);
  const readHash = async () => (await readRows("account"))[0]?.["password_hash"] as string;
  expect(needsRehash(old)).toBe(true);
  expect((await logInWith(asha.email, "wrong")).status).toBe(401);
  expect(await readHash()).toBe(old);
  expect((await logInWith(asha.email, asha.password)).status).toBe(200);
  expect(needsRehash(await readHash())).toBe(false);
  expect((await logInWith(asha.email, asha.password)).status).toBe(200);
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
