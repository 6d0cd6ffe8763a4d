import { expect, test } from "vitest";
import { parseCommandName } from "#contract/command-data.ts";
import { runCommand } from "#platform/operator/run-command.ts";
import { runTyped } from "../tests/support/bought-order.ts";
import { type Customer, signInCustomer } from "../tests/support/customer.ts";
import { stockProducts } from "../tests/support/products.ts";
import { buy, context, payWith, provider, setUpShop, testShop } from "../tests/support/test-shop.ts";
import { commands } from "./commands.ts";

setUpShop();

const LEFT = /Ashalata|Quintal|Peacock|9812345678|98123 45678|ashalata\.q/i;

async function say(
  name: string,
  args: Record<string, string> = {},
  options: Record<string, string> = {},
): Promise<string> {
  const typed = { ...parseCommandName(name, options), args, folder: "/", osUser: "owner", confirmed: true };
  return (await runCommand(context, commands, typed, () => {})).outcome;
}

async function findTraces(): Promise<string[]> {
  const { rows } = await context.database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const matches: string[] = [];
  for (const { name } of rows) {
    const stored = await context.database.pool.query<object>(`select * from "${name}"`);
    matches.push(
      ...stored.rows
        .map((row) => JSON.stringify(row))
        .filter((row) => LEFT.test(row))
        .map((row) => `${name}: ${row}`),
    );
  }
  return matches;
}

const HOME = {
  street: "77 Peacock Lane",
  city: "Pune",
  state: "Maharashtra",
  zipCode: "411001",
  country: "India",
};

/** Runs the owner's commands that concern a customer. Some are refused, but the audit log stores those too. */
async function leaveTraces(asha: Customer): Promise<void> {
  expect((await testShop.api.as(asha).post(`/addresses/${asha.accountId}`, HOME)).status).toBe(200);
  const bought = await buy(testShop, "acacia-bowl", { by: asha });
  await payWith(testShop, provider.url, bought);
  const { orderId } = bought.order;
  const correction = { street: "78 Peacock Lane", phone: "9812345678" };
  for (const [name, args, options] of [
    ["customers list", {}, { search: "Quintal" }],
    ["customers list", {}, { search: "Ashalata" }],
    ["customers show", { email: asha.email }],
    ["customers show", { email: "ashalata.quintal@elsewhere.example" }],
    ["customers data", { email: asha.email }],
    ["customers end-sessions", { email: asha.email }],
    ["orders list", {}, { search: "Quintal" }],
    ["orders list", {}, { search: "ashalata pune", limit: "many" }],
    ["orders correct", { orderId }, correction],
    ["orders note", { orderId, note: "Ashalata called from +91 98123 45678, ring at Peacock Lane" }],
    ["orders note", { orderId: "TRV-NONE00", note: "Ms Quintal called" }],
    ["products list", {}, { search: "for Ashalata Quintal" }],
    ["mail", {}, { last: "on", to: asha.email }],
    ["audit", {}, { customer: asha.email }],
    ["messages", {}, { from: asha.email }],
    ["newsletter", { email: asha.email }, { remove: "on" }],
    ["orders dispatch", { orderId }, { courier: "Delhivery", number: "1" }],
    ["orders deliver", { orderId }],
    ["orders refund", { orderId }, { amount: "10", reason: "Ashalata was patient" }],
    ["orders cancel", { orderId }, { reason: "Ms Quintal asked" }],
    ["returns --refuse", { orderId }, { words: "Dear Ashalata, no." }],
    ["reviews", { id: "1" }, { reply: "Thank you, Ashalata" }],
    [
      "orders take",
      {},
      { name: "Ashalata Quintal", phone: "9812345678", street: "77 Peacock Lane", email: asha.email },
    ],
  ] as [string, Record<string, string>, Record<string, string>?][])
    expect(await say(name, args, options), name).toMatch(/^(done|refused|usage)$/);
  await context.settle();
}

test("no table contains a deleted customer's data, not even the audit log (T55)", async () => {
  const asha = await signInCustomer(context, {
    firstName: "Ashalata",
    lastName: "Quintal",
    email: "ashalata.q@example.com",
    phoneNumber: "9812345678",
  });
  await leaveTraces(asha);
  const { rowCount } = await context.database.pool.query("select from operator_audit");
  expect(rowCount).toBeGreaterThan(20);
  expect(await findTraces()).not.toEqual([]);
  expect(await say("customers delete", { email: asha.email })).toBe("done");
  expect(await say("customers show", { email: asha.email })).toBe("refused");
  await context.settle();
  expect(await findTraces()).toEqual([]);
});

test("deleting one customer keeps the data of other customers, including their entries in the audit log", async () => {
  const [asha, ravi] = [
    await signInCustomer(context, {
      firstName: "Ashalata",
      lastName: "Quintal",
      email: "ashalata.q@example.com",
    }),
    await signInCustomer(context, { firstName: "Ravi", lastName: "Rao", email: "ravi@example.com" }),
  ];
  await say("customers end-sessions", { email: ravi.email });
  await say("customers end-sessions", { email: asha.email });
  expect(await say("customers delete", { email: asha.email })).toBe("done");
  const { rows } = await context.database.pool.query(
    "select command, arguments from operator_audit order by id",
  );
  expect(rows).toEqual([
    { command: "customers end-sessions", arguments: { email: ravi.email } },
    { command: "customers end-sessions", arguments: { email: "deleted" } },
    { command: "customers delete", arguments: { email: "(given)" } },
  ]);
});

test("deleting a customer whose address consists of common words does not remove these words from the audit log or from undo data", async () => {
  const mallory = await signInCustomer(context, { firstName: "for", lastName: "", email: "m@example.com" });
  for (const street of ["acacia", "TRV", "2500", "price"])
    await testShop.api.as(mallory).post(`/addresses/${mallory.accountId}`, { ...HOME, street });
  await say("products set", { id: "acacia-bowl" }, { price: "2500" });
  await say("orders note", { orderId: "TRV-NONE00", note: "a note" });
  const readAll = async () =>
    (
      await context.database.pool.query(
        `select command, arguments, words, '' as things from operator_audit where command <> 'customers delete'
          union all select summary, '{}', null, things::text from operator_change order by 1, 2, 4`,
      )
    ).rows as unknown[];
  const before = await readAll();
  for (const word of ["acacia-bowl", "2500", "TRV-NONE00"]) expect(JSON.stringify(before)).toContain(word);
  expect(await say("customers delete", { email: mallory.email })).toBe("done");
  expect(await readAll()).toEqual(before);
});

test("a list of the customers who paid the most leaves out deleted accounts before it is cut to its limit", async () => {
  await stockProducts(context, [{ id: "spoon", price: 50_000, onHand: 90 }]);
  const customers: Customer[] = [];
  for (const [name, quantity] of [
    ["asha", 3],
    ["meera", 2],
    ["ravi", 1],
  ] as const) {
    const by = await signInCustomer(context, { email: `${name}@example.com` });
    const bought = await buy(testShop, "spoon", { by, quantity });
    await payWith(testShop, provider.url, bought);
    const { orderId } = bought.order;
    expect(await say("orders dispatch", { orderId }, { courier: "Delhivery", number: name })).toBe("done");
    expect(await say("orders deliver", { orderId })).toBe("done");
    customers.push(by);
  }
  await context.settle();
  const [asha, meera, ravi] = customers.map(({ email }) => email);
  const listEmails = async () =>
    (await runTyped("customers list", {}, { sort: "paid", limit: "1" })).rows?.map(([email]) => email);
  expect(await listEmails()).toEqual([asha]);
  for (const email of [asha, meera])
    expect(await say("customers delete", { email: email ?? "" })).toBe("done");
  expect(await listEmails()).toEqual([ravi]);
});
