import { and, eq, inArray, isNull, lt, ne, or, type SQL } from "drizzle-orm";
import type { Tx } from "#platform/database/database.ts";
import { isAnyOf } from "#platform/database/statement.ts";
import { createForget, type PersonEraser, type Person } from "#platform/operator/forget-person.ts";
import { anonymiseRecipient, type Recipient } from "#shop/documents/recipient.ts";
import { anonymiseDocuments } from "#shop/documents/server/index.ts";
import { isReturnOpen, type ReturnRequest, returnStatuses } from "../returned-pieces.ts";
import { hasParcel, whereReturn } from "./list-orders.ts";
import { orderNote, type OrderRow, orders, parcel } from "./tables.ts";

/** Locks the customer's orders, and returns why the account cannot be deleted yet; null if it can be. */
export async function findDeletionRefusal(tx: Tx, accountId: string) {
  // Without locks, the checks could miss a refund or return that another transaction is changing.
  await lockOrders(tx, accountId);
  const hasOrder = async (condition: SQL | undefined) =>
    (await tx.$count(orders, and(eq(orders.accountId, accountId), condition))) > 0;
  if (await hasOrder(whereUnderWay(tx))) return "order_under_way";
  if (await hasOrder(whereReturn(...returnStatuses.filter((status) => isReturnOpen({ status })))))
    return "return_open";
  // The owner may have to send the refund, and then needs the customer's contact data.
  return (await hasOrder(eq(orders.paymentStatus, "Refunding"))) ? "refund_open" : null;
}

/**
 * Selects the orders that are still to be paid or delivered, and those with an open replacement. Omits lost and fully
 * refunded orders without an open replacement.
 */
const whereUnderWay = (tx: Tx): SQL | undefined =>
  or(
    and(
      inArray(orders.status, ["Pending", "Processing"]),
      or(ne(orders.paymentStatus, "Refunded"), lt(orders.refundAmount, orders.payable)),
      isNull(orders.lostAt),
    ),
    and(
      // A replacement that was refused at the door keeps the status Sent, but its order is then cancelled.
      ne(orders.status, "Cancelled"),
      hasParcel(tx, eq(parcel.isReplacement, true), inArray(parcel.status, ["Waiting", "Sent"])),
    ),
  );

const lockOrders = (tx: Tx, accountId: string): Promise<OrderRow[]> =>
  tx.select().from(orders).where(eq(orders.accountId, accountId)).orderBy(orders.id).for("update");

function collectPerson(rows: readonly OrderRow[], documented: readonly Recipient[]): Person {
  const recipients: Pick<Recipient, "contact" | "shippingAddress">[] = [...rows, ...documented];
  return {
    orderIds: rows.map(({ orderId }) => orderId),
    names: recipients.flatMap(({ contact }) => [contact, contact.buyer ?? []].flat()),
    emails: recipients.map(({ contact }) => contact.email),
    phoneNumbers: recipients.flatMap(({ contact, shippingAddress }) => [
      shippingAddress.phoneNumber,
      contact.buyer?.phoneNumber ?? "",
    ]),
    streets: recipients.map(({ shippingAddress }) => shippingAddress.street),
  };
}

/**
 * Removes a customer's personal data from orders, notes and documents. Keeps what the law requires. `own` is the
 * customer's data outside the orders. Returns an eraser that removes the same data from other texts.
 */
export async function anonymiseOrders(tx: Tx, accountId: string, ...own: Person[]): Promise<PersonEraser> {
  // Locks the orders, because the update below would undo a concurrent change of a return.
  const rows = await lockOrders(tx, accountId);
  const keys = rows.map(({ id }) => id);
  const eraser = createForget(...own, collectPerson(rows, await anonymiseDocuments(tx, keys)));
  for (const row of rows)
    await tx
      .update(orders)
      .set({
        ...anonymiseRecipient(row),
        notes: null,
        gift: null,
        cancellationComments: null,
        cancellationWords: null,
        returnRequest: row.returnRequest && anonymiseReturn(row.returnRequest),
        laterReturns: row.laterReturns.map(anonymiseReturn),
      })
      .where(eq(orders.id, row.id));
  for (const { id, words } of await tx.select().from(orderNote).where(isAnyOf(orderNote.orderId, keys)))
    await tx
      .update(orderNote)
      .set({ words: eraser.clean(words, true) })
      .where(eq(orderNote.id, id));
  return eraser;
}

const anonymiseReturn = (request: ReturnRequest): ReturnRequest => ({
  ...request,
  comments: "",
  ...(request.words && { words: "" }),
});
