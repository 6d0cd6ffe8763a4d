import { formatRupees, type Paise } from "#contract/money.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { askUnless, CommandRefused, defineCommand, parseRequiredText } from "#platform/operator/command.ts";
import { agreeToCash, findPayment, settleCash } from "#shop/payments/server/index.ts";
import { awaitsCash, wasPaid } from "../status.ts";
import { changeStatus, findOrderRevision, lockOrder, requireOrder } from "./change-status.ts";
import { createNote, describeMail, formatCustomer, orderId, toPlainOrder } from "./describe-for-operator.ts";
import { openParcels } from "./order-parcels.ts";
import { orderNote, type OrderRow } from "./tables.ts";

/** Returns the amount that the courier collects; 0 for a paid order. A cash order has a single parcel. */
export const getSumToCollect = (order: OrderRow): Paise => (awaitsCash(order) ? order.payable : 0);

/**
 * Confirms a cash order for its customer: issues its invoice and releases it for packing. Changes nothing if it is
 * already confirmed, has ended, or has a cancellation request; the returned order shows which.
 */
export const confirmCashOrder = (context: Context, given: string): Promise<OrderRow | null> =>
  context.transact(async (tx) => {
    const order = await lockOrder(tx, given);
    if (!order || !awaitsCash(order) || order.status !== "Pending" || order.cancellationStatus === "Pending")
      return order;
    return (await agreeToCash(context, tx, order.orderId))
      ? changeStatus(context, tx, order, "Processing")
      : order;
  });

/** The owner confirms for the customer. The order must be locked. @throws CommandRefused after the deadline */
export async function confirmForCustomer(context: Context, tx: Tx, order: OrderRow): Promise<void> {
  if (!(await agreeToCash(context, tx, order.orderId)))
    throw new CommandRefused(
      `${order.orderId} was not confirmed in time, and is just being cancelled. Take it anew: orders take --cash.`,
    );
}

/**
 * Handles a parcel refused at the door and returned: cancels the order, restocks its pieces, and issues a credit note.
 * `ask` gets the result and may throw to undo it. @throws CommandRefused
 */
const takeRefusedBack = (
  context: Context,
  given: string,
  reason: string,
  ask: (refused: OrderRow) => void,
): Promise<OrderRow> =>
  context.transact(async (tx) => {
    const order = await requireOrder(tx, given);
    const { parcels } = await openParcels(tx, order);
    const refusal = describeRefusal(order, parcels);
    if (refusal !== null) throw new CommandRefused(refusal);
    await tx
      .insert(orderNote)
      .values(createNote(context.now(), order.id, `Not taken at the door: ${reason}`));
    const refused = await changeStatus(context, tx, order, "Cancelled", { cancelledBecause: "refused" });
    ask(refused);
    return refused;
  });

/** Returns why an order cannot have been refused at the door; null if it can. */
function describeRefusal(order: OrderRow, parcels: readonly { status: string }[]): string | null {
  const { orderId: id, status, cash, dispatchedAt, lostAt } = order;
  if (status === "Cancelled") return `${id} is cancelled already.`;
  if (!cash)
    return `${id} was paid before it left. When its parcel is back, give the money back: orders refund ${id} --restock --reason "not taken at the door"`;
  if (!awaitsCash(order) || status === "Delivered")
    return lostAt ? `${id} was lost on the way.` : `${id} was taken, and paid in cash.`;
  if (dispatchedAt === null)
    return `${id} has not left the workshop. Cancel it: orders cancel ${id} --reason "…"`;
  return parcels.some((parcel) => parcel.status === "Waiting")
    ? `Pieces of ${id} are to be sent again: a parcel waits to be packed. See: orders show ${id}`
    : null;
}

/** Returns why a courier cannot have paid an order to the shop; null if it can. */
export function describeSettlementRefusal(order: OrderRow): string | null {
  const { orderId, cash, status, paymentStatus } = order;
  if (!cash) return `${orderId} was not paid in cash`;
  if (wasPaid(paymentStatus)) return null;
  return status === "Cancelled"
    ? `${orderId} is cancelled, and nothing of it was collected: ask the courier`
    : `${orderId} has not arrived yet. Has it? orders deliver ${orderId}`;
}

/** Returns the amount and reference that a courier has paid for an order; null if none. */
export async function findSettlement({ db }: { db: Db | Tx }, given: string): Promise<Settlement | null> {
  const paid = await findPayment(db, given);
  return paid?.settledAt ? { amountPaise: paid.settledAmount ?? 0, reference: paid.settledAs ?? "" } : null;
}

interface Settlement {
  amountPaise: Paise;
  reference: string;
}

export interface Settled {
  order: OrderRow;
  amountPaise: Paise;
  /** The earlier record that this one corrects. */
  before: Settlement | null;
}

/**
 * Records a courier's payment for one order; a repeated call corrects it. `amountPaise` null means the full amount.
 * `ask` gets the result and may throw to undo it. @throws CommandRefused
 */
export const settleCashOrder = (
  context: Context,
  given: string,
  { amountPaise, reference }: { amountPaise: Paise | null; reference: string },
  ask: (settled: Settled) => void = () => {},
): Promise<Settled> =>
  context.transact(async (tx) => {
    const order = await requireOrder(tx, given);
    const refusal = describeSettlementRefusal(order);
    if (refusal !== null) throw new CommandRefused(`${refusal}.`);
    const before = await findSettlement({ db: tx }, order.orderId);
    const settled = { order, amountPaise: amountPaise ?? order.payable, before };
    if (settled.amountPaise > order.payable)
      throw new CommandRefused(
        `Of ${order.orderId} ${formatRupees(order.payable)} was collected, not ${formatRupees(settled.amountPaise)}.`,
      );
    await settleCash(context, tx, order.orderId, { amountPaise: settled.amountPaise, reference });
    ask(settled);
    return settled;
  });

export const refused = defineCommand({
  noun: "orders",
  verb: "refused",
  asks: true,
  summary: "Says that a parcel to be paid in cash was not taken, and is back: its pieces are in stock again.",
  preview: "rehearse",
  args: [orderId],
  revision: findOrderRevision,
  options: {
    reason: { summary: "what the courier says, for your own notes", required: true, personal: true },
  },
  examples: [`orders refused TRV-7K3M9Q --reason "nobody at home three times"`],
  run: async (context, { args, options, confirmed }) => {
    const reason = parseRequiredText("reason", options["reason"]);
    const ask = askUnless(confirmed, askToRefuse);
    const order = await takeRefusedBack(context, args["orderId"] ?? "", reason, ask);
    return {
      message: `${order.orderId} is cancelled, and its pieces are back in stock. Are they not as new? Count them: products set --stock.`,
      data: toPlainOrder(order),
    };
  },
});

const askToRefuse = (order: OrderRow): string =>
  `Cancel ${order.orderId} of ${formatCustomer(order)}, which was not taken at the door? ${formatRupees(order.payable)} is not collected, a credit note takes the invoice back, the pieces go back into the stock. ${describeMail(order)} That is final.`;
