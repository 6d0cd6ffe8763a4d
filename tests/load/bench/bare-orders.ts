import { sql } from "drizzle-orm";
import { type Db, openDatabase, sendTogether, transact } from "#platform/database/database.ts";
import { generateUuid } from "#platform/ids.ts";
import { createServerDatabase, testLog } from "../../support/database.ts";

/** The tables that get rows for each new order, in the order of their foreign keys. */
const TABLES = ["orders", "order_line", "stock_movement", "payment"] as const;

type OrderRows = Record<(typeof TABLES)[number], Record<string, unknown>[]>;

/** Returns the orders per second that PostgreSQL alone accepts if `atOnce` connections insert copies of one order. */
export async function measureBareOrders(shopDb: Db, count: number, atOnce: number): Promise<number> {
  const copies = copyRows(await readNewestOrder(shopDb), count);
  const { url, drop } = await createServerDatabase({ migrated: true });
  const database = await openDatabase({ databaseUrl: url, databasePool: atOnce, dataDir: "" }, testLog);
  const insertNext = async () => {
    for (let copy = copies.pop(); copy; copy = copies.pop()) await insertRows(database.db, copy);
  };
  try {
    const began = performance.now();
    await Promise.all(Array.from({ length: atOnce }, insertNext));
    return (1_000 * count) / (performance.now() - began);
  } finally {
    await database.close();
    await drop();
  }
}

async function readNewestOrder(db: Db): Promise<OrderRows> {
  const rowsOf = TABLES.map((table) => {
    const id = table === "orders" ? "id" : "order_id";
    return `'${table}', (select jsonb_agg(${table}) from ${table} where ${id}::text in (newest.id::text, newest.order_id))`;
  });
  const { rows } = await db.execute<{ found: OrderRows }>(
    sql.raw(`select jsonb_build_object(${rowsOf.join()}) as found
             from (select id, order_id from orders order by created_at desc limit 1) as newest`),
  );
  if (!rows[0]) throw new Error("There is no order to copy.");
  return rows[0].found;
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

function copyRows(found: OrderRows, count: number): OrderRows[] {
  const text = JSON.stringify(found);
  const orderId = String(found.orders[0]?.["order_id"]);
  return Array.from({ length: count }, (_, index) => {
    const ids = new Map([...new Set(text.match(UUID))].map((id) => [id, generateUuid()]));
    const copied = text.replaceAll(UUID, (id) => ids.get(id) ?? id).replaceAll(orderId, `BARE-${index}`);
    return JSON.parse(copied) as OrderRows;
  });
}

const insertRows = (db: Db, rows: OrderRows): Promise<unknown> =>
  transact(db, (tx) =>
    sendTogether(
      TABLES.map((table) =>
        tx.$client.query({
          text: `insert into ${table} select row.* from jsonb_populate_recordset(null::${table}, $1) as row`,
          values: [JSON.stringify(rows[table])],
        }),
      ),
    ),
  );
