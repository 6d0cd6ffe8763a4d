import { asc, eq } from "drizzle-orm";
import { formatRupees } from "#contract/money.ts";
import { formatDateTime } from "#contract/dates.ts";
import { type Command, defineCommand } from "#platform/operator/command.ts";
import { type CancellationStatus, cancellationStatuses } from "../cancellation.ts";
import { parseAmount, parseRequiredText } from "#platform/operator/command-input.ts";
import { approveCancellation, declineCancellation } from "./decide-cancellation.ts";
import { toPlainOrder, refundMessage } from "./describe-for-operator.ts";
import { orderId } from "./order-argument.ts";
import { orders } from "./tables.ts";

const list = defineCommand({
  noun: "cancellations",
  verb: "list",
  summary: "Orders whose customers ask to cancel them, the longest waiting first.",
  args: [],
  options: { status: { summary: "those decided already, instead", choices: cancellationStatuses } },
  examples: ["cancellations list", "cancellations list --status Approved"],
  run: async (context, { options }) => {
    const status = (options["status"] ?? "Pending") as CancellationStatus;
    const rows = await context.db
      .select()
      .from(orders)
      .where(eq(orders.cancellationStatus, status))
      .orderBy(asc(orders.cancellationRequestedAt), asc(orders.id));
    return {
      columns: ["Order", "Asked", "Order status", "Payment", "Paid", "Reasons", "Comments"],
      rows: rows.map((order) => [
        order.orderId,
        order.cancellationRequestedAt ? formatDateTime(order.cancellationRequestedAt) : "",
        order.status,
        order.paymentStatus,
        order.paymentStatus === "Completed" ? formatRupees(order.payable) : "",
        (order.cancellationReasons ?? []).join(", "),
        order.cancellationComments ?? "",
      ]),
      message: rows.length === 0 ? "Nobody waits for an answer." : "",
      data: rows.map(toPlainOrder),
    };
  },
});

const approve = defineCommand({
  noun: "cancellations",
  verb: "approve",
  summary: "Cancels the order as its customer wished, and gives the money back.",
  args: [orderId],
  options: { amount: { summary: "give back only so many rupees, e.g. 1499.50" } },
  confirm: ({ args, options }) =>
    `Cancel ${args["orderId"]} and give back ${options["amount"] ? `₹${options["amount"]}` : "all that was paid"}?`,
  examples: ["cancellations approve TRV-7K3M9Q", "cancellations approve TRV-7K3M9Q --amount 1499.50"],
  run: async (context, { args, options }) => {
    const order = await approveCancellation(context, args["orderId"] ?? "", parseAmount(options["amount"]));
    return {
      message: `${order.orderId} is cancelled. ${refundMessage(order) ?? "Nothing was paid."}`,
      data: toPlainOrder(order),
    };
  },
});

const decline = defineCommand({
  noun: "cancellations",
  verb: "decline",
  summary: "Keeps the order, and tells its customer why.",
  args: [orderId],
  options: { words: { summary: "what the customer reads" } },
  confirm: ({ args }) => `Keep ${args["orderId"]} and mail its customer why? That is final.`,
  examples: [`cancellations decline TRV-7K3M9Q --words "It was packed this morning."`],
  run: async (context, { args, options }) => {
    const order = await declineCancellation(
      context,
      args["orderId"] ?? "",
      parseRequiredText("words", options["words"]),
    );
    return {
      message: `${order.orderId} stays as it is. Its customer can read why.`,
      data: toPlainOrder(order),
    };
  },
});

export const cancellationCommands: Command[] = [list, approve, decline];
