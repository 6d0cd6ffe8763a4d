import { beforeEach, expect, test } from "vitest";
import { runCommand } from "#platform/operator/run-command.ts";
import { provider, setUpPayingShop, testShop } from "../tests/support/paying-shop.ts";
import { payWith } from "../tests/support/paying.ts";
import { hashRows } from "../tests/support/row-hash.ts";
import { buy } from "../tests/support/test-shop.ts";
import { commands } from "./commands.ts";

setUpPayingShop();

let order: string;
beforeEach(async () => {
  const bought = await buy(testShop, "acacia-bowl");
  await payWith(testShop, provider.url, bought);
  await testShop.context.settle();
  order = bought.order.orderId;
});

type Typed = readonly [line: string, options?: Record<string, string>];

async function type([line, options = {}]: Typed, dryRun: boolean) {
  const [noun = "", verb = "", ...values] = line.split(" ");
  const command = commands.find((each) => each.noun === noun && each.verb === verb);
  const args = Object.fromEntries(
    (command?.args ?? []).map(({ name }, at) => [name, values[at] ?? ""]).filter(([, value]) => value),
  ) as Record<string, string>;
  const typed = { noun, verb, args, options, folder: "/", osUser: "owner", confirmed: !dryRun, dryRun };
  const reply = await runCommand(testShop.context, commands, typed, () => {});
  return reply.outcome === "done" ? reply.result : reply;
}

/** Everything but the record of commands, which says that someone has asked. */
async function hashEverything(): Promise<string> {
  const { rows } = await testShop.context.database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'operator_audit' order by 1",
  );
  return hashRows(testShop.context, ...rows.map(({ name }) => name));
}

test.each<[title: string, of: (order: string) => Typed]>([
  ["orders cancel", (id) => [`orders cancel ${id}`, { reason: "cracked" }]],
  ["orders note", (id) => [`orders note ${id} fragile`]],
  ["orders correct", (id) => [`orders correct ${id}`, { phone: "9876543211" }]],
  ["orders dispatch", (id) => [`orders dispatch ${id}`, { courier: "Delhivery", number: "1234567890" }]],
  ["orders set-status", (id) => [`orders set-status ${id} Delivered`]],
  ["products hide", () => ["products hide acacia-bowl"]],
  ["products set-price", () => ["products set-price acacia-bowl 1999.50", { was: "2499" }]],
])("--dry-run of %s says what the command then does, and changes nothing", async (_title, of) => {
  const before = await hashEverything();
  const said = await type(of(order), true);
  expect(await hashEverything()).toBe(before);
  const done = await type(of(order), false);
  expect(await hashEverything()).not.toBe(before);
  const { data: _said, title, ...rest } = said as Record<string, unknown>;
  const { data: _done, ...does } = done as Record<string, unknown>;
  expect(rest).toEqual(does);
  expect(title).toBe("Nothing was changed. Without --dry-run it would say:");
});

test("--dry-run refuses what the command refuses, and leaves it on record as what it was", async () => {
  await type([`orders cancel ${order}`, { reason: "cracked" }], false);
  expect(await type([`orders dispatch ${order}`, { courier: "A", number: "1" }], true)).toMatchObject({
    outcome: "refused",
  });
  expect(await type(["orders list"], true)).toEqual({
    outcome: "usage",
    message: "'orders list' changes nothing: it needs no --dry-run.",
  });
  const { rows } = await testShop.context.database.pool.query(
    "select arguments->>'dry-run' as dry from operator_audit where command = 'orders dispatch'",
  );
  expect(rows).toEqual([{ dry: "on" }]);
});

test("a value that cannot be of its kind is refused before anything is asked or done", async () => {
  const refund = (amount: string) => type([`orders refund ${order}`, { amount, reason: "late" }], true);
  expect(await refund("1o0")).toEqual({
    outcome: "usage",
    message: "--amount 1o0 is no amount. Write rupees like 1499.50.",
  });
  expect(await type(["products set-price acacia-bowl 10", { was: "nine" }], true)).toEqual({
    outcome: "usage",
    message: "--was nine is no amount. Write rupees like 1499.50. Or: none.",
  });
});
