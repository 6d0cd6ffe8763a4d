import { beforeEach, expect, test } from "vitest";
import { setSeller } from "../../../tests/support/products.ts";
import { registrationForm } from "../../../tests/support/samples.ts";
import { api, asha, context, setUpSignedIn } from "../../../tests/support/test-shop.ts";
import { passwordMessages } from "../credentials.ts";
import { readResetProof } from "./reset-password.ts";
import { account, passwordReset } from "./tables.ts";

setUpSignedIn({ goods: [{ id: "bowl" }] });
beforeEach(() => void (context.config.profile = "production"));

const form = { ...registrationForm, firstName: "Usha", lastName: "Rao", email: "usha@example.com" };
const open = (password: string) =>
  api.as(null).post("/api/auth/register", { ...form, password, confirmPassword: password });
const createRefusal = (kind: "common" | "guessable", path: string) => {
  const message = passwordMessages[kind === "common" ? "tooCommon" : "guessable"];
  return { status: 400, body: { code: `${kind}_password`, fields: [{ path, message }] } };
};

test("a registration in production rejects the most common passwords, in capital and small letters (§2.11, D55)", async () => {
  for (const password of ["123456", "password", "PassWord", "iloveyou"])
    expect(await open(password)).toMatchObject(createRefusal("common", "password"));
  expect(await context.db.select().from(account)).toHaveLength(1);
  expect((await open("password of my aunt")).status).toBe(200);
});

test("a password change and a reset reject the most common passwords (§2.11, D55)", async () => {
  const [previous] = await context.db.select().from(account);
  const change = { currentPassword: asha.password, newPassword: "qwertyuiop" };
  const refused = createRefusal("common", "newPassword");
  expect(await api.as(asha).post("/api/account/password", change)).toMatchObject(refused);
  const reset = { email: asha.email, code: "123456", newPassword: "qwertyuiop" };
  expect(await api.as(null).post("/api/auth/reset-password", reset)).toMatchObject(refused);
  expect(await context.db.select().from(account)).toEqual([previous]);
});

test("a password with the customer's name, e-mail or phone, or the shop's name, is rejected (§2.11, D55)", async () => {
  await setSeller(context, {});
  for (const password of ["Taruva@2026", "usha@example.com", "RaoUsha7", "9876543210"])
    expect(await open(password)).toMatchObject(createRefusal("guessable", "password"));
  const refused = createRefusal("guessable", "newPassword");
  const change = { currentPassword: asha.password, newPassword: "Asha.Patel" };
  expect(await api.as(asha).post("/api/account/password", change)).toMatchObject(refused);
  // Any response except `wrong_code` would reveal the customer's name to anyone.
  const reset = { email: asha.email, code: "123456", newPassword: "Asha.Patel" };
  expect((await api.as(null).post("/api/auth/reset-password", reset)).body.code).toBe("wrong_code");
  await api.as(null).post("/api/auth/verify-email", { email: asha.email });
  const [requested] = await context.db.select().from(passwordReset);
  const proof = await readResetProof(context, requested?.id ?? "");
  const proved = { ...reset, code: proof?.code };
  expect(await api.as(null).post("/api/auth/reset-password", proved)).toMatchObject(refused);
  const better = { ...proved, newPassword: "neem and mango" };
  expect((await api.as(null).post("/api/auth/reset-password", better)).status).toBe(200);
});

test("the demo profile accepts even the password 123456", async () => {
  context.config.profile = "demo";
  expect((await open("123456")).status).toBe(200);
});
