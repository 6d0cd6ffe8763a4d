import { type Command, defineCommand } from "#platform/operator/command.ts";
import { parseRequiredText } from "#platform/operator/command-input.ts";
import { toPlainOrder, refundMessage } from "./describe-for-operator.ts";
import { requireOrder } from "./lock-order.ts";
import { createNote } from "./create-note.ts";
import { setStatus } from "./set-status.ts";
import { orderNote } from "./tables.ts";
import { correct } from "./correct-command.ts";
import { orderId } from "./order-argument.ts";
import { refund } from "./refund-command.ts";

const cancel = defineCommand({
  noun: "orders",
  verb: "cancel",
  summary: "Cancels an order the shop cannot fulfil; what was paid goes back.",
  args: [orderId],
  options: { reason: { summary: "why, for your own notes" } },
  confirm: ({ args }) => `Cancel ${args["orderId"]} for good and give back what was paid?`,
  examples: [`orders cancel TRV-7K3M9Q --reason "the last piece cracked"`],
  run: async (context, { args, options }) => {
    const reason = parseRequiredText("reason", options["reason"]);
    const order = await setStatus(context, args["orderId"] ?? "", "Cancelled");
    await context.db.insert(orderNote).values(createNote(context.now(), order.id, `Cancelled: ${reason}`));
    return {
      message: [`${order.orderId} is cancelled.`, refundMessage(order) ?? ""].join(" ").trim(),
      data: toPlainOrder(order),
    };
  },
});

const note = defineCommand({
  noun: "orders",
  verb: "note",
  summary: "Writes something down beside an order; its customer never reads it.",
  args: [orderId, { name: "words", summary: "what to remember" }],
  options: {},
  examples: [`orders note TRV-7K3M9Q "Wants it before Diwali"`],
  run: async (context, { args }) => {
    const text = parseRequiredText("words", args["words"]);
    const order = await context.transact(async (tx) => {
      const found = await requireOrder(tx, args["orderId"] ?? "");
      await tx.insert(orderNote).values(createNote(context.now(), found.id, text));
      return found;
    });
    return { message: `Noted. 'orders show ${order.orderId}' has it.` };
  },
});

export const fulfilmentCommands: Command[] = [correct, cancel, refund, note];
