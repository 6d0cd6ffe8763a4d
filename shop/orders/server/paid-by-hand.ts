import { formatCustomer, toPlainOrder, orderArgument } from "../describe-for-owner.ts";
import { formatRupees } from "#contract/money.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import {
  createConfirmation,
  CommandRefused,
  defineCommand,
  parseRequiredText,
  UsageError,
} from "#platform/operator/command.ts";
import { byHandMethods, type ByHandWay } from "#shop/payments/payment.ts";
import { closeWindow, payByHand, refuseIfPaidOnline } from "#shop/payments/server/index.ts";
import { awaitsCash, wasPaid } from "../status.ts";
import { findOrderRevision, addNote } from "./change-status.ts";
import { requireOrder } from "./list-orders.ts";
import { payOrder } from "./payment-events.ts";
import { type OrderRow } from "./tables.ts";

const LONGEST_REFERENCE = 100;

/** Returns why an order cannot be recorded as paid by hand; null if it can. */
function describeRefusal(order: OrderRow): string | null {
  const { orderId: id, status, paymentStatus, byPhone, cancellationStatus } = order;
  if (wasPaid(paymentStatus)) return `${id} is paid already.`;
  if (status === "Cancelled")
    return `${id} is cancelled, so its pieces may be sold. Take it anew: orders take; or send the money back yourself.`;
  if (awaitsCash(order))
    return `${id} is paid in cash when it arrives: orders deliver ${id}, then orders settle ${id} --as …`;
  if (!byPhone)
    return `${id} was placed on the site, where its customer pays it: orders paid is for orders by phone. Did they pay you directly? Cancel it, and take it anew: orders take.`;
  return cancellationStatus === "Pending"
    ? `The customer asked to cancel ${id}. Answer first: cancellations approve ${id}, or cancellations decline ${id}.`
    : null;
}

/**
 * Records that the customer of a phone order paid the shop directly: the order is paid, gets its invoice and is
 * released for packing. `confirm` gets the order and may throw to undo it. @throws CommandRefused
 */
async function markPaidByHand(
  context: Context,
  typedOrderId: string,
  paid: PaidByHand,
  confirm: (order: OrderRow) => void,
): Promise<OrderRow> {
  const { orderId: id } = await context.transact(async (tx) => {
    const order = await requireOrder(tx, typedOrderId);
    const refusal = describeRefusal(order);
    if (refusal !== null) throw new CommandRefused(refusal);
    confirm(order);
    return order;
  });
  await refuseIfPaidOnline(context, id);
  const paidOrder = await context.transact(async (tx) => {
    const order = await requireOrder(tx, id);
    const refusal = describeRefusal(order);
    if (refusal !== null) throw new CommandRefused(refusal);
    return recordPaidByHand(context, tx, order, paid);
  });
  if (!context.isRehearsal) await closeWindow(context, id);
  return paidOrder;
}

/** A direct payment to the shop: its method, and its number in the shop's bank or receipt. */
export interface PaidByHand {
  by: ByHandWay;
  reference: string;
}

/** Marks a locked order as paid. Its payment window must never have been opened. Returns the paid order. */
export async function recordPaidByHand(
  context: Context,
  tx: Tx,
  { id, orderId: number }: Pick<OrderRow, "id" | "orderId">,
  paid: PaidByHand,
): Promise<OrderRow> {
  await payByHand(context, tx, number, paid);
  const reference = paid.reference ? `, ${paid.reference}` : "";
  const note = `Paid by ${byHandMethods[paid.by]}${reference}`;
  await addNote(context, tx, id, note);
  await payOrder(context, tx, number, byHandMethods[paid.by]);
  return requireOrder(tx, number);
}

/** Reads how an order was paid. A cash payment needs no reference. @throws UsageError */
export function parsePaidByHand(method: string | undefined, reference: string | undefined): PaidByHand {
  const by = parseMethod(method);
  return {
    by,
    reference:
      by === "cash" && reference === undefined
        ? ""
        : parseRequiredText("reference", reference, LONGEST_REFERENCE),
  };
}

export const paid = defineCommand({
  noun: "orders",
  verb: "paid",
  summary:
    "Says that the customer of an order by phone has paid you directly: by UPI, bank transfer or cash.",
  preview: "rehearse",
  args: [orderArgument],
  revision: findOrderRevision,
  options: {
    by: { summary: "how they paid", choices: ["upi", "bank", "cash"], required: true },
    reference: {
      summary:
        "the number of the payment in your bank, e.g. 428812345678; of cash, your receipt if there is one",
    },
  },
  examples: ["orders paid TRV-7K3M9Q --by upi --reference 428812345678", "orders paid TRV-7K3M9Q --by cash"],
  run: async (context, { args, options, confirmed }) => {
    const { by, reference } = parsePaidByHand(options["by"], options["reference"]);
    const confirm = createConfirmation<OrderRow>(confirmed, (order) =>
      [
        `Note ${formatRupees(order.payable)} of ${order.orderId}, ${formatCustomer(order)}, as paid by ${byHandMethods[by]}${reference && `, ${reference}`}?`,
        "It gets its invoice and is to be packed. Money goes back by hand alone. That is final.",
      ].join(" "),
    );
    const order = await markPaidByHand(context, args["orderId"] ?? "", { by, reference }, confirm);
    return {
      message: `${order.orderId} is paid by ${byHandMethods[by]}: it has its invoice and is to be packed. 'orders pack' has it.`,
      data: toPlainOrder(order),
    };
  },
});

function parseMethod(input: string | undefined): ByHandWay {
  if (input === "upi" || input === "bank" || input === "cash") return input;
  throw new UsageError("How did they pay? --by upi, --by bank or --by cash.");
}
