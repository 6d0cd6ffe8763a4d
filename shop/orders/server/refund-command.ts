import { command } from "#platform/command.ts";
import { amountOf, requiredTextOf } from "./command-input.ts";
import { plainOrder, refundMessage } from "./describe-for-operator.ts";
import { refundOrder } from "./refund-order.ts";

export const orderId = { name: "orderId", summary: "the order, e.g. TRV-7K3M9Q" } as const;

export const refund = command({
  noun: "orders",
  verb: "refund",
  summary: "Gives money back for a parcel that was lost, broken or returned; the order stays what it is.",
  args: [orderId],
  options: {
    amount: { summary: "give back only so many rupees, e.g. 1499.50" },
    reason: { summary: "why, for your own notes" },
  },
  confirm: ({ args, options }) =>
    `Give back ${options["amount"] ? `₹${options["amount"]}` : "all that was paid"} for ${args["orderId"]}?`,
  examples: [`orders refund TRV-7K3M9Q --amount 1499.50 --reason "one bowl arrived cracked"`],
  run: async (context, { args, options }) => {
    const order = await refundOrder(
      context,
      args["orderId"] ?? "",
      amountOf(options["amount"]),
      requiredTextOf("reason", options["reason"]),
    );
    return {
      message: `${refundMessage(order)} Is a piece back on the shelf? Count it: products set-stock.`,
      data: plainOrder(order),
    };
  },
});
