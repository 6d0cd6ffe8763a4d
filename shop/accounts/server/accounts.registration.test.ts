import { expect, test } from "vitest";
import { HOUR } from "#contract/time.ts";
import { api, context, setUpShop } from "../../../tests/support/test-shop.ts";
import { setRules } from "../../../tests/support/products.ts";
import { registrationForm } from "../../../tests/support/samples.ts";
import { register } from "../endpoints.ts";

const form = { ...registrationForm, email: "Asha.Patel@example.com" };

setUpShop({ goods: [] });

const queryRows = async (sql: string) => (await context.database.pool.query(sql)).rows;

test("a registration creates an account and saves its address as the default address (§2.8, D52, D59)", async () => {
  expect(await api.call(register, { body: form })).toMatchObject({ message: "Registration successful" });
  const [account] = await queryRows("select * from account");
  expect(account).toMatchObject({
    email: "Asha.Patel@example.com",
    email_key: "asha.patel@example.com",
    first_name: "Asha",
    phone_number: "9876543210",
    role: "user",
    password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
  });
  const [address] = await queryRows("select * from address join address_book using (account_id)");
  expect(address).toMatchObject({
    account_id: account.id,
    street: "12 Ring Road",
    city: "Surat",
    zip_code: "395002",
    default_address_id: address.id,
  });
});

test("an e-mail address can be registered only once, regardless of case, even by concurrent requests (§2.8, D52, D59)", async () => {
  const again = { ...form, email: " aSHA.pATEL@EXAMPLE.com " };
  const answers = await Promise.all(
    [form, again, form, again].map((body) => api.as(null).post("/api/auth/register", body)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: "email_taken",
    message: "An account with this email already exists. Please log in.",
    fields: [{ path: "email" }],
  });
  expect(await queryRows("select 1 from account join address on account_id = account.id")).toHaveLength(1);
});

test("one IP address may register 60 accounts in an hour, and other IP addresses are counted separately", async () => {
  const from = (ip: string) => api.inject({ method: "POST", url: "/api/auth/register", body: form, ip });
  await context.db.execute(
    `insert into rate_limit values ('register:address:203.0.113.9', '${new Date(context.now().getTime() + HOUR).toISOString()}', true)`,
  );
  expect(await from("203.0.113.9")).toMatchObject({ status: 429, headers: { "retry-after": "60" } });
  expect((await from("203.0.113.10")).status).toBe(200);
});

test("registrations, logins and resets are limited for each IPv6 /64 network and for all of a /48 network together (T3)", async () => {
  for (const part of ["1", "2"])
    for (const [url, body] of [
      ["/api/auth/register", { ...form, email: `asha${part}@example.com` }],
      ["/api/auth/login", { email: "nobody@example.com", password: "a guess" }],
      ["/api/auth/verify-email", { email: "nobody@example.com" }],
    ] as const)
      await api.inject({ method: "POST", url, body, ip: `2001:db8:66:${part}::1` });
  const keys = await queryRows(
    "select key from rate_limit where key ~ '^(register|login|reset):address:' order by key",
  );
  expect(keys.map(({ key }) => key)).toEqual(
    ["login", "register", "reset"].flatMap((name) =>
      ["2001:db8:66", "2001:db8:66:1", "2001:db8:66:2"].map((network) => `${name}:address:${network}`),
    ),
  );
});

test("the owner's rule `deliverTo` decides from which states customers can register (§9, D117)", async () => {
  const address = { ...form.address, state: "Kerala", city: "Kochi", zipCode: "682001" };
  const refused = await api.as(null).post("/api/auth/register", { ...form, address });
  expect(refused).toMatchObject({ status: 400, body: { code: "invalid", message: "State must be Gujarat" } });
  await setRules(context, { deliverTo: "India" });
  expect((await api.as(null).post("/api/auth/register", { ...form, address })).status).toBe(200);
  expect(await queryRows("select state, city from address")).toEqual([{ state: "Kerala", city: "Kochi" }]);
});
