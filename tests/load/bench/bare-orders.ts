import { openDatabase, transact } from "#platform/database/database.ts";
import { generateUuid } from "#platform/ids.ts";
import { defineInsert } from "#platform/database/statement.ts";
import { outbox } from "#platform/database/tables.ts";
import { createOrder, insertOrder } from "../../../shop/checkout/server/place-order.ts";
import { stockMovement } from "../../../shop/inventory/server/tables.ts";
import { createServerDatabase, testLog } from "../../support/database.ts";
import { shippingAddress } from "../../support/shipping-address.ts";

const PIECES = ["first", "second", "third"];

const lines = PIECES.map((productId) => ({
  productId,
  title: "Roz Acacia Everyday Bowl",
  imageUrl: null,
  hsn: null,
  leadDays: 0,
  gstRate: null,
  unitPrice: 89_900,
  quantity: 1,
}));

const insertMovements = defineInsert(stockMovement);
const insertOutbox = defineInsert(outbox);

/** How many orders a second the rows alone allow: written by the same pool, with nothing asked before. */
export async function writeBareOrders(count: number, atOnce: number): Promise<number> {
  const { url, drop } = await createServerDatabase({ migrated: true });
  const database = await openDatabase({ databaseUrl: url, databasePool: 10, dataDir: "" }, testLog);
  try {
    const began = performance.now();
    let left = count;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (left-- > 0) await writeOrder(database.db);
      }),
    );
    return (1_000 * count) / (performance.now() - began);
  } finally {
    await database.close();
    await drop();
  }
}

function writeOrder(db: Parameters<typeof transact>[0]): Promise<unknown> {
  const now = new Date();
  const order = createOrder(now, {
    accountId: generateUuid(),
    idempotency: null,
    payload: { items: [], notes: "" },
    lines,
    rates: { cgst: 9, sgst: 9 },
    destination: {
      shippingAddress,
      contact: { firstName: "Asha", lastName: "Patel", email: "asha@example.com" },
    },
  });
  const event = {
    topic: "order.placed",
    subscriber: "bench",
    payload: { orderId: order.orderId, accountId: order.accountId },
    createdAt: now,
    runAt: now,
    attempts: 0,
    doneAt: null,
    deadAt: null,
    lastError: null,
    requestId: null,
    traceparent: null,
  };
  return transact(db, (tx) =>
    Promise.all([
      insertOrder(tx, order, lines),
      insertMovements(
        tx,
        PIECES.map((productId) => ({
          orderId: order.id,
          productId,
          turn: 1,
          kind: "reserve" as const,
          quantity: 1,
          movedAt: now,
        })),
      ),
      insertOutbox(tx, [
        { ...event, id: generateUuid() },
        { ...event, id: generateUuid() },
      ]),
    ]),
  );
}
