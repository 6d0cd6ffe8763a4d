import { toPlainOrder } from "../describe-for-owner.ts";
import { formatName } from "#contract/person-name.ts";
import { count, desc, inArray, max, sql } from "drizzle-orm";
import { formatDateTime } from "#contract/dates.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { type Command, defineCommand } from "#platform/operator/command.ts";
import { defineLimit, describeRows } from "#platform/operator/command-values.ts";
import { toTable } from "#platform/operator/result-table.ts";
import type { Db } from "#platform/database/database.ts";
import { accountArgument, hasAccount, listAccounts, requireAccount } from "#shop/accounts/server/index.ts";
import { customerDetails, customerList } from "../command-results.ts";
import { toOrderTable } from "./list-and-show-commands.ts";
import { listOrders, wasPaidSql } from "./list-orders.ts";
import { listGoods } from "./order-goods.ts";
import { getSendAgainSince } from "./order-parcels.ts";
import { orders } from "./tables.ts";

const limit = defineLimit(50);

const listCustomersCommand = defineCommand({
  ...customerList,
  reads: true,
  summary: "Lists customers, each with their number of orders and the sum they paid.",
  args: [],
  options: {
    search: {
      summary: "only customers with this text in their name, e-mail address or phone number",
      personal: true,
    },
    sort: {
      summary: "the order of the list; paid and last-order list only buyers, and do not sort a search",
      choices: ["newest", "name", "paid", "last-order"],
    },
    limit: limit.option,
  },
  examples: [
    "customers list --sort paid",
    "customers list --limit 200 --json",
    'customers list --search "asha p"',
  ],
  run: async ({ db }, { options }) => {
    const maxRows = limit.parse(options["limit"]);
    const { search, sort = "newest" } = options;
    const accounts = await listSorted(db, sort, search, maxRows + 1);
    const listed = accounts.slice(0, maxRows);
    const sums = await sumOrders(
      db,
      listed.map(({ id }) => id),
    );
    const data = listed.map((account) => ({ ...account, ...(sums.get(account.id) ?? NOTHING) }));
    return {
      ...toTable(
        data.map((each) => ({ ...each, name: formatName(each) })),
        ["email", "name", "createdAt", "orders", "paidPaise", "lastOrderAt"],
        { createdAt: "Since", paidPaise: "Paid" },
      ),
      message: describeRows(
        accounts.length,
        maxRows,
        search === undefined ? "There are no customers yet." : "No customer matches this search.",
      ),
      data,
    };
  },
});

const showCustomerCommand = defineCommand({
  ...customerDetails,
  reads: true,
  summary: "Shows one customer with all their orders, the newest first.",
  args: [accountArgument],
  options: {},
  examples: ["customers show asha@example.com"],
  run: async ({ db }, { args }) => {
    const account = await requireAccount(db, args["email"]);
    const rows = await listOrders(db, { accountId: account.id, newestFirst: true });
    const goods = await listGoods(db, rows);
    const { paidPaise } = (await sumOrders(db, [account.id])).get(account.id) ?? NOTHING;
    return {
      title: `${formatName(account)} <${account.email}>`,
      facts: {
        Phone: account.phoneNumber,
        Since: formatDateTime(account.createdAt),
        Orders: rows.length,
        Paid: formatRupeesGrouped(paidPaise),
      },
      ...toOrderTable(rows),
      message: rows.length === 0 ? "This customer has no orders yet." : "",
      data: {
        ...account,
        paidPaise,
        orders: goods.map((each) => ({
          ...toPlainOrder(each.order),
          sendAgainSince: getSendAgainSince(each),
        })),
      },
    };
  },
});

export const customerCommands: Command[] = [listCustomersCommand, showCustomerCommand];

const NOTHING = { orders: 0, paidPaise: 0, lastOrderAt: null as Date | null };

async function listSorted(db: Db, sort: string, search: string | undefined, most: number) {
  if (search !== undefined || !["paid", "last-order"].includes(sort))
    return listAccounts(db, most, { search, byName: sort === "name" });
  const buyers = await db
    .select({ id: orders.accountId })
    .from(orders)
    .where(hasAccount(db, orders.accountId))
    .groupBy(orders.accountId)
    .orderBy(desc(sort === "paid" ? paidPaise : max(orders.createdAt)), orders.accountId)
    .limit(most);
  const ids = buyers.map(({ id }) => id);
  const accounts = await listAccounts(db, most, { ids });
  return accounts.toSorted((first, other) => ids.indexOf(first.id) - ids.indexOf(other.id));
}

const paidPaise = sql<number>`coalesce(sum(${orders.payable} - coalesce(${orders.refundAmount}, 0))
  filter (where ${wasPaidSql}), 0)`.mapWith(Number);

async function sumOrders(db: Db, accountIds: readonly string[]): Promise<Map<string, typeof NOTHING>> {
  const rows = await db
    .select({ accountId: orders.accountId, orders: count(), paidPaise, lastOrderAt: max(orders.createdAt) })
    .from(orders)
    .where(inArray(orders.accountId, [...accountIds]))
    .groupBy(orders.accountId);
  return new Map(rows.map(({ accountId, ...sums }) => [accountId, sums]));
}
