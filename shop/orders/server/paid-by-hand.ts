import { formatCustomer, toPlainOrder, orderArgument } from "../describe-for-owner.ts";
import { formatRupeesGrouped, type Paise } from "#contract/money.ts";
import { joinTexts } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { CommandRefused, createConfirmation, defineCommand, refuseIf } from "#platform/operator/command.ts";
import { byHandMethods, type HandPayment, type HandPaymentMethod, wasPaid } from "#shop/payments/payment.ts";
import {
  closeWindow,
  describeSameReference,
  parsePaidByHand,
  payByHand,
  refuseIfPaidOnline,
} from "#shop/payments/server/index.ts";
import { awaitsCash } from "../status.ts";
import { addNote } from "./change-status.ts";
import { changeOrder, getOrder, requireOrder } from "./list-orders.ts";
import { payOrder } from "./payment-events.ts";
import { type OrderRow } from "./tables.ts";

export function findPaidRefusal(order: OrderRow): string | null {
  const { orderId: id, status, paymentStatus, byPhone, cancellationStatus } = order;
  if (wasPaid(paymentStatus)) return `${id} is paid already.`;
  if (status === "Cancelled")
    return `${id} is cancelled, so its pieces may already be sold. Enter it again as an order by phone, or send the money back yourself.`;
  if (awaitsCash(order))
    return `${id} is a cash-on-delivery order. Mark it as delivered first, then record the payment from the courier.`;
  if (!byPhone)
    return `${id} was placed on the site, so the customer must pay for it there. If they paid you directly, cancel the order and enter it again as an order by phone.`;
  return cancellationStatus === "Pending"
    ? `The customer asked to cancel ${id}. First agree to the cancellation or decline it.`
    : null;
}

async function markPaidByHand(
  context: Context,
  typedOrderId: string,
  paid: HandPayment,
  confirm: (order: OrderRow) => void,
): Promise<OrderRow> {
  const { orderId: id } = await changeOrder(context, typedOrderId, confirm, async (_tx, order) => {
    refuseIf(findPaidRefusal(order));
    return order;
  });
  await refuseIfPaidOnline(context, id);
  const paidOrder = await context.transact(async (tx) => {
    const order = await requireOrder(tx, id);
    refuseIf(findPaidRefusal(order));
    return recordPaidByHand(context, tx, order, paid);
  });
  if (!context.isRehearsal) await closeWindow(context, id);
  return paidOrder;
}

/** Marks a locked order as paid. Unless the order is new, first call `refuseIfPaidOnline`, so nobody pays twice. */
export async function recordPaidByHand(
  context: Context,
  tx: Tx,
  { id, orderId: number }: Pick<OrderRow, "id" | "orderId">,
  paid: HandPayment,
): Promise<OrderRow> {
  await payByHand(context, tx, number, paid);
  const reference = paid.reference ? `, ${paid.reference}` : "";
  const note = `Paid by ${byHandMethods[paid.by]}${reference}`;
  await addNote(context, tx, id, note);
  await payOrder(context, tx, number, byHandMethods[paid.by]);
  const order = await requireOrder(tx, number);
  if (order.status === "Cancelled")
    throw new CommandRefused(
      `The tax rate has changed since ${number} was placed, so it can no longer be paid (CGST Act, section 14). Enter it again as an order by phone.`,
    );
  return order;
}

export const paidCommand = defineCommand({
  noun: "orders",
  verb: "paid",
  summary:
    "Records that the customer of an order by phone has paid you directly, by UPI, bank transfer or cash.",
  preview: "rehearse",
  args: [orderArgument],
  options: {
    by: { summary: "how the customer paid", choices: ["upi", "bank", "cash"], required: true },
    reference: {
      summary: "the bank reference of the payment, e.g. 428812345678; for cash, your receipt number, if any",
    },
  },
  examples: ["orders paid TRV-7K3M9Q --by upi --reference 428812345678", "orders paid TRV-7K3M9Q --by cash"],
  run: async (context, { args, options, confirmed }) => {
    const paid = parsePaidByHand(options["by"] as HandPaymentMethod, options["reference"]);
    const { by, reference } = paid;
    const { orderId } = await getOrder(context.db, args["orderId"] ?? "");
    const sameReference = await describeSameReference(context.db, paid, orderId);
    const confirm = createConfirmation<OrderRow>(
      confirmed,
      (order) =>
        joinTexts(
          " ",
          `${askToRecord(order.payable)} for ${order.orderId} of ${formatCustomer(order)} as paid by ${byHandMethods[by]}${reference && `, ${reference}`}?`,
          sameReference,
          "The invoice is issued, and the order moves to the orders to pack. A refund can then only be sent by you, not by the payment provider. This cannot be undone.",
        ),
      ({ payable }) => ({ action: askToRecord(payable) }),
    );
    const order = await markPaidByHand(context, orderId, paid, confirm);
    return {
      message: `${order.orderId} is paid by ${byHandMethods[by]}: its invoice is issued, and it is now in the list of orders to pack.`,
      data: toPlainOrder(order),
    };
  },
});

const askToRecord = (amount: Paise): string => `Record ${formatRupeesGrouped(amount)}`;
