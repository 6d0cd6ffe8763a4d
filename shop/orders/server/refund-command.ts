import { defineCommand } from "#platform/command.ts";
import { parseAmount, parseRequiredText } from "#platform/command-input.ts";
import { toPlainOrder, refundMessage } from "./describe-for-operator.ts";
import { orderId } from "./order-argument.ts";
import { refundOrder } from "./refund-order.ts";

export const refund = defineCommand({
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
      parseAmount(options["amount"]),
      parseRequiredText("reason", options["reason"]),
    );
    return {
      message: `${refundMessage(order)} Is a piece back on the shelf? Count it: products set-stock.`,
      data: toPlainOrder(order),
    };
  },
});
