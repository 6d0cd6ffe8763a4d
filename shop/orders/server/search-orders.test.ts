// @engine
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { payWith } from "../../../tests/support/paying.ts";
import { provider, setUpPayingShop, testShop } from "../../../tests/support/paying-shop.ts";
import { listTablesReadWhole } from "../../../tests/support/statements.ts";
import { buy } from "../../../tests/support/test-shop.ts";
import { list, show } from "./list-and-show.ts";
import { recordCancellationRequest } from "./cancellations.ts";

setUpPayingShop({
  goods: [
    { id: "acacia-bowl", title: "Acacia Everyday Bowl", price: 249_900, onHand: 30 },
    { id: "teak-tray", title: "Rasoi Teak Tray", price: 50_000, onHand: 30 },
  ],
});

let ashas: string;
let ravis: string;
let unpaid: string;

beforeEach(async () => {
  const { context } = testShop;
  const asha = await signInCustomer(context, { email: "asha.p@example.com" });
  const ravi = await signInCustomer(context, {
    email: "ravi@kitchen.example",
    firstName: "Ravi",
    lastName: "D'Souza",
  });
  const first = await buy(testShop, "acacia-bowl", { by: asha });
  await payWith(testShop, provider.url, first);
  context.clock.advance(1_000);
  const second = await buy(testShop, "teak-tray", { by: ravi, quantity: 2 });
  await payWith(testShop, provider.url, second);
  context.clock.advance(1_000);
  const third = await buy(testShop, "teak-tray", { by: asha });
  await context.settle();
  [ashas, ravis, unpaid] = [first, second, third].map(({ order }) => order.orderId) as [
    string,
    string,
    string,
  ];
});

const find = async (options: Record<string, string>) => {
  const { rows = [] } = await list.run(testShop.context, { args: {}, options, folder: "/" });
  return rows.map(([orderId]) => orderId);
};

describe("orders list --search", () => {
  test("finds the beginnings of words: number, name, mail address, phone, city, PIN, product", async () => {
    expect(await find({ search: ravis })).toEqual([ravis]);
    expect(await find({ search: ravis.slice(0, 8).toLowerCase() })).toContain(ravis);
    expect(await find({ search: "rav" })).toEqual([ravis]);
    expect(await find({ search: "d'sou" })).toEqual([ravis]);
    expect(await find({ search: "ravi@kitchen.ex" })).toEqual([ravis]);
    expect(await find({ search: "98765" })).toEqual([unpaid, ravis, ashas]);
    expect(await find({ search: "pun 4110" })).toEqual([unpaid, ravis, ashas]);
    expect(await find({ search: "tray" })).toEqual([unpaid, ravis]);
    expect(await find({ search: "asha tea" })).toEqual([unpaid]);
    expect(await find({ search: "everyday asha" })).toEqual([ashas]);
    expect(await find({ search: "asha chair" })).toEqual([]);
  });

  test.each(["'", "a' & !b:*", "\\", "%", "()", "<->", "&", "\u0000".trim() || "!", "अ", "x".repeat(5_000)])(
    "takes %j for words and not for a query",
    async (search) => {
      expect(Array.isArray(await find({ search }))).toBe(true);
    },
  );

  test("reads no table whole for a rare word among many orders", async () => {
    await copyOrder(ashas, 3_000);
    const read = await listTablesReadWhole(testShop.context.database.pool, () => find({ search: "rav" }));
    expect(read).toEqual([]);
    expect(await find({ search: "rav" })).toEqual([ravis]);
    expect(await find({ search: "asha", limit: "30" })).toHaveLength(30);
    expect(await find({ search: "asha teak" })).toEqual([unpaid]);
  });
});

test("orders list --group and --before give what is to be done, page by page", async () => {
  expect(await find({ group: "to-pack" })).toEqual([ravis, ashas]);
  expect(await find({ group: "unpaid" })).toEqual([unpaid]);
  await recordCancellationRequest(testShop.context, await findAccount(ashas), ashas, {
    reasons: [],
    comments: "",
  });
  expect(await find({ group: "to-pack" })).toEqual([ravis]);
  expect(await find({ group: "to-answer" })).toEqual([ashas]);
  expect(await find({ limit: "1" })).toEqual([unpaid]);
  expect(await find({ limit: "1", before: unpaid })).toEqual([ravis]);
  expect(await find({ before: ravis })).toEqual([ashas]);
  expect(await find({ orders: `${ashas.toLowerCase()}\n${unpaid}\nTRV-NOPE00` })).toEqual([unpaid, ashas]);
  await expect(find({ before: "TRV-NOPE00" })).rejects.toThrow("TRV-NOPE00");
});

test("a packer sees of an order what the label and the slip say, and no money (T47)", async () => {
  for (const { command, args } of [
    { command: list, args: {} },
    { command: show, args: { orderId: ravis } },
  ]) {
    const result = await command.run(testShop.context, { args, options: {}, folder: "/" });
    const seen = JSON.stringify(command.forPacker?.(result));
    for (const words of ["Ravi", "Pune", "9876543210", "Rasoi Teak Tray", `"productId":"teak-tray"`])
      expect(seen).toContain(words);
    for (const words of ["ravi@", "payable", "subtotal", "unitPrice", "accountId", "payment", "50000"])
      expect(seen).not.toContain(words);
  }
});

/** Writes as many older orders like this one. */
async function copyOrder(orderId: string, count: number): Promise<void> {
  const { db } = testShop.context;
  await db.execute(sql`
    with copied as (
      insert into orders
      select (jsonb_populate_record(o, jsonb_build_object(
        'id', gen_random_uuid(), 'order_id', 'TRV-C' || lpad(i::text, 5, '0'), 'idempotency_key', null,
        'created_at', o.created_at - i * interval '1 minute'))).*
      from orders o, generate_series(1, ${count}::int) i where o.order_id = ${orderId}
      returning id
    )
    insert into order_line
    select (jsonb_populate_record(l, jsonb_build_object('order_id', copied.id))).*
    from copied, order_line l join orders o on o.id = l.order_id where o.order_id = ${orderId}`);
  await db.execute(sql`analyze orders`);
  await db.execute(sql`analyze order_line`);
}

async function findAccount(orderId: string): Promise<string> {
  const { rows } = await testShop.context.db.execute<{ account: string }>(
    sql`select account_id as account from orders where order_id = ${orderId}`,
  );
  return rows[0]?.account ?? "";
}
