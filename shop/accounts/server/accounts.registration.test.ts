import { expect, test } from "vitest";
import { HOUR } from "#contract/time.ts";
import { api, context, setUpShop } from "../../../tests/support/test-shop.ts";
import { setRules } from "../../../tests/support/products.ts";
import { register } from "../endpoints.ts";

const form = {
  firstName: "Asha",
  lastName: "Patel",
  email: "Asha.Patel@example.com",
  address: { street: "12 Ring Road", zipCode: "395002", country: "India", state: "Gujarat", city: "Surat" },
  phoneNumber: "9876543210",
  password: "teak and mango",
  confirmPassword: "teak and mango",
};

setUpShop({ goods: [] });

const queryRows = async (sql: string) => (await context.database.pool.query(sql)).rows;
const countRows = async () => {
  const [row] = await queryRows(
    "select (select count(*)::int from account) as accounts, (select count(*)::int from address) as addresses",
  );
  return row;
};

test("a registration creates an account and saves its address as the default one (§2.8, D52, D59)", async () => {
  expect(await api.call(register, { body: form })).toEqual({
    success: true,
    message: "Registration successful",
  });
  const [account] = await queryRows(
    "select id, email, email_key, first_name, phone_number, role, password_hash from account",
  );
  expect(account).toMatchObject({
    email: "Asha.Patel@example.com",
    email_key: "asha.patel@example.com",
    first_name: "Asha",
    phone_number: "9876543210",
    role: "user",
  });
  expect(account.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const [address] = await queryRows("select * from address join address_book using (account_id)");
  expect(address).toMatchObject({
    account_id: account.id,
    street: "12 Ring Road",
    city: "Surat",
    zip_code: "395002",
  });
  expect(address.default_address_id).toBe(address.id);
});

test("an e-mail address can be registered only once, ignoring case (§2.8, D52, D59)", async () => {
  await api.call(register, { body: form });
  const again = await api.as(null).post("/api/auth/register", { ...form, email: " aSHA.pATEL@EXAMPLE.com " });
  expect(again.status).toBe(409);
  expect(again.body).toMatchObject({
    code: "email_taken",
    message: "An account with this email already exists. Please log in.",
    fields: [{ path: "email" }],
  });
  expect(await countRows()).toEqual({ accounts: 1, addresses: 1 });
});

test("four concurrent registrations with one e-mail address create one account", async () => {
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => api.as(null).post("/api/auth/register", form)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  expect(await countRows()).toEqual({ accounts: 1, addresses: 1 });
});

test("a registration ignores unknown fields such as a role (T12)", async () => {
  const extra = {
    role: "admin",
    id: "1",
    _id: "1",
    passwordHash: "x",
    createdAt: "2000-01-01",
    emailKey: "x",
    isDefault: false,
  };
  const address = { ...form.address, ...extra, accountId: "1" };
  await api.as(null).post("/api/auth/register", { ...form, ...extra, address });
  const [account] = await queryRows("select * from account");
  expect(account).toMatchObject({
    role: "user",
    email_key: "asha.patel@example.com",
    created_at: context.now(),
  });
  expect(account.id).not.toBe("1");
  const [saved] = await queryRows("select * from address join address_book using (account_id)");
  expect(saved).toMatchObject({ account_id: account.id, default_address_id: saved.id });
});

test("one IP address may register 60 accounts in an hour, and other IP addresses are not limited by it", async () => {
  const from = (ip: string, body: unknown = {}) =>
    api.inject({ method: "POST", url: "/api/auth/register", body, ip });
  await context.db.execute(
    `insert into rate_limit values ('register:address:203.0.113.9', '${new Date(context.now().getTime() + HOUR).toISOString()}', true)`,
  );
  const refused = await from("203.0.113.9", form);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBe(60);
  expect((await from("203.0.113.10", form)).status).toBe(200);
});

test("the owner's rule `deliverTo` decides from which states customers can register (§9, D117)", async () => {
  const address = { ...form.address, state: "Kerala", city: "Kochi", zipCode: "682001" };
  const refused = await api.as(null).post("/api/auth/register", { ...form, address });
  expect(refused).toMatchObject({ status: 400, body: { code: "invalid", message: "State must be Gujarat" } });
  await setRules(context, { deliverTo: "India" });
  expect((await api.as(null).post("/api/auth/register", { ...form, address })).status).toBe(200);
  expect(await queryRows("select state, city from address")).toEqual([{ state: "Kerala", city: "Kochi" }]);
  await setRules(context, {});
});
