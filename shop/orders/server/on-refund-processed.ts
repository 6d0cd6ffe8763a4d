import { refundProcessed } from "#shop/payments/events.ts";
import { defineSubscriber } from "#platform/subscriber.ts";
import { orderRefunded } from "../events.ts";
import { changePaymentStatus, publishChange } from "./change-status.ts";
import { hasInvoice, issueInvoice } from "./issue-invoice.ts";
import { lockOrder } from "./lock-order.ts";

/** Money has gone back: Refunded, with a credit note where there was an invoice. */
export const onRefundProcessed = defineSubscriber(
  refundProcessed,
  "orders.refund-processed",
  (context, { orderId, refundId, amountPaise }) =>
    context.transact(async (tx) => {
      const order = await lockOrder(tx, orderId);
      const refunded = order && (await changePaymentStatus(context, tx, order, "Refunded"));
      if (!refunded) return;
      if (await hasInvoice(tx, refunded))
        await issueInvoice(context, tx, refunded, "credit-note", { amount: amountPaise, refundId });
      await publishChange(context, tx, refunded);
      await context.outbox.publish(tx, orderRefunded, {
        orderId,
        accountId: refunded.accountId,
        amountPaise,
      });
    }),
);
