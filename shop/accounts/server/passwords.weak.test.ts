import { beforeEach, expect, test } from "vitest";
import { setSeller } from "../../../tests/support/products.ts";
import { api, asha, context, setUpSignedIn } from "../../../tests/support/test-shop.ts";
import { passwordMessages } from "../credentials.ts";
import { register } from "../endpoints.ts";
import { readResetProof } from "./reset-password.ts";
import { account, passwordReset } from "./tables.ts";

setUpSignedIn({ goods: [{ id: "bowl" }] });
beforeEach(() => void (context.config.profile = "production"));

const form = {
  firstName: "Usha",
  lastName: "Rao",
  email: "usha@example.com",
  address: { street: "12 Ring Road", zipCode: "395002", country: "India", state: "Gujarat", city: "Surat" },
  phoneNumber: "9876543210",
};
const open = (password: string) =>
  api.as(null).post("/api/auth/register", { ...form, password, confirmPassword: password });
const createRefusal = (path: string) => ({
  status: 400,
  body: {
    code: "common_password",
    fields: [
      {
        path,
        message: "This password is one of the most common ones and easy to guess. Please choose another one.",
      },
    ],
  },
});

test("a registration in production rejects the most common passwords, in any case (§2.11, D55)", async () => {
  for (const password of ["123456", "password", "PassWord", "iloveyou"]) {
    expect(await open(password)).toMatchObject(createRefusal("password"));
  }
  expect(await context.db.select().from(account)).toHaveLength(1);
  expect((await open("password of my aunt")).status).toBe(200);
});

test("a password change and a reset reject the most common passwords (§2.11, D55)", async () => {
  const [previous] = await context.db.select().from(account);
  const change = { currentPassword: asha.password, newPassword: "qwertyuiop" };
  expect(await api.as(asha).post("/api/account/password", change)).toMatchObject(
    createRefusal("newPassword"),
  );
  const reset = { email: asha.email, code: "123456", newPassword: "qwertyuiop" };
  expect(await api.as(null).post("/api/auth/reset-password", reset)).toMatchObject(
    createRefusal("newPassword"),
  );
  expect(await context.db.select().from(account)).toEqual([previous]);
});

test("a password with the customer's name, e-mail or phone, or the shop's name, is rejected (§2.11, D55)", async () => {
  await setSeller(context, {});
  const { guessable } = passwordMessages;
  const refused = (path: string) => ({
    status: 400,
    body: { code: "guessable_password", message: guessable, fields: [{ path, message: guessable }] },
  });
  for (const password of ["Taruva@2026", "usha@example.com", "RaoUsha7", "       ", "9876543210"])
    expect(await open(password)).toMatchObject(refused("password"));
  const change = { currentPassword: asha.password, newPassword: "Asha.Patel" };
  expect(await api.as(asha).post("/api/account/password", change)).toMatchObject(refused("newPassword"));
  // A wrong code gets the same response for this password, so that nobody can find out the customer's name.
  const reset = { email: asha.email, code: "123456", newPassword: "Asha.Patel" };
  expect((await api.as(null).post("/api/auth/reset-password", reset)).body.code).toBe("wrong_code");
  await api.as(null).post("/api/auth/verify-email", { email: asha.email });
  const [requested] = await context.db.select().from(passwordReset);
  const proof = await readResetProof(context, requested?.id ?? "");
  const proved = { ...reset, code: proof?.code };
  expect(await api.as(null).post("/api/auth/reset-password", proved)).toMatchObject(refused("newPassword"));
  const better = { ...proved, newPassword: "neem and mango" };
  expect((await api.as(null).post("/api/auth/reset-password", better)).status).toBe(200);
});

test("the demo profile accepts any password of six characters", async () => {
  context.config.profile = "demo";
  const typed = { ...form, password: "123456", confirmPassword: "123456" };
  expect(await api.call(register, { body: typed })).toMatchObject({ success: true });
});
