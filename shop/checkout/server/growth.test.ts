import { afterAll, beforeAll, expect, test } from "vitest";
import { toIsoDay } from "#contract/dates.ts";
import { DAY } from "#contract/time.ts";
import { sql } from "drizzle-orm";
import { withLongStatements } from "#platform/database/lock-briefly.ts";
import { growOrders } from "../../../tests/load/growth/seed.ts";
import { createTestContext, type TestContext } from "../../../tests/support/database.ts";
import { stockProducts } from "../../../tests/support/products.ts";
import { listTablesReadWhole } from "../../../tests/support/statements.ts";
import { setStock } from "#shop/inventory/server/index.ts";
import { listPaymentsToCheck } from "#shop/payments/server/commands.ts";
import { listOwnOrders } from "#shop/orders/server/serialize-order.ts";
import { listOrdersCommand } from "#shop/orders/server/list-and-show-commands.ts";
import { featureCommands } from "../../../server/features.ts";

const ORDERS = 4_000;

let context: TestContext;

beforeAll(async () => {
  context = await createTestContext();
  await stockProducts(
    context,
    Array.from({ length: 200 }, (_, at) => ({ id: `bowl-${at}`, stock: 5 })),
  );
  // On a slow machine these statements take longer than the limit of the shop's statements.
  await withLongStatements(() => growOrders(context.db, ORDERS));
});
afterAll(() => context.close());

const run = (options: Record<string, string>) => () =>
  listOrdersCommand.run(context, { args: {}, options, folder: "", confirmed: false });

test.each([
  ["orders list", run({})],
  ["orders list --status", run({ status: "Cancelled" })],
  ["orders list --search", run({ search: "rav" })],
  ["the orders of a customer", () => readHistory()],
  ["payments --reconcile", () => listPaymentsToCheck(context)],
  ["products set --stock", () => context.transact((tx) => setStock(tx, "bowl-7", 3))],
  ["report sales --by product", () => read("report sales", { by: "product", month: getMonth() })],
  ["report sales --month", () => read("report sales", { month: getMonth(), by: "day" })],
  ["report stock", () => read("report stock")],
  ["invoices --month", () => read("invoices", { month: getMonth(), limit: "26" })],
  ["visits", () => read("visits")],
])("no query for “%s” scans a whole table that grows with every order", async (_, work) => {
  const growing = ["invoice", "order_line", "orders", "outbox", "payment", "stock_movement"];
  const tables = await listTablesReadWhole(context.database.pool, work);
  expect(tables.filter((table) => growing.includes(table))).toEqual([]);
});

/** Returns the month in which all orders were placed. */
const getMonth = () => toIsoDay(new Date(context.now().getTime() - 32 * DAY)).slice(0, 7);

async function read(name: string, options: Record<string, string> = {}): Promise<void> {
  const command = featureCommands.find(({ noun, verb }) => `${noun} ${verb}` === name);
  await command?.run(context, { args: {}, options, folder: "", confirmed: false });
}

async function readHistory(): Promise<void> {
  const { rows } = await context.db.execute<{ id: string }>(
    sql`select account_id as id from orders where order_id = 'TRV-G00000040'`,
  );
  expect(await listOwnOrders(context, rows[0]?.id ?? "")).toHaveLength(20);
}
