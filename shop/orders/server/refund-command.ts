import { formatRupees } from "#contract/money.ts";
import { CommandRefused, defineCommand } from "#platform/operator/command.ts";
import { parseAmount, parseRequiredText } from "#platform/operator/command-input.ts";
import type { Pieces } from "../returned-pieces.ts";
import { describeRefund, toPlainOrder } from "./describe-for-operator.ts";
import { orderId } from "./order-argument.ts";
import { refundOrder } from "./refund-order.ts";
import { describeWrongPieces, readTypedPieces } from "./typed-pieces.ts";

export const refund = defineCommand({
  noun: "orders",
  verb: "refund",
  summary: "Gives money back for a parcel that was lost, broken or returned, in one part or several.",
  args: [orderId],
  options: {
    amount: { summary: "give back only so many rupees, e.g. 1499.50" },
    line: { summary: "what came back, e.g. teak-tray:1; its share of what was paid goes back", many: true },
    restock: { summary: "the pieces are as new: put them back into the stock", flag: true },
    "no-restock": { summary: "they cannot be sold again", flag: true },
    reason: { summary: "why, for your own notes" },
  },
  confirm: ({ args, options }) =>
    `Give back ${describeRequest(options["amount"], options["line"])} for ${args["orderId"]}?`,
  examples: [
    `orders refund TRV-7K3M9Q --amount 1499.50 --reason "one bowl arrived cracked"`,
    `orders refund TRV-7K3M9Q --line teak-tray:1 --restock --reason "not the right size"`,
  ],
  run: async (context, { args, options }) => {
    const isRestocked = options["restock"] === "on";
    const { order, amountPaise, leftPaise } = await refundOrder(context, args["orderId"] ?? "", {
      amountPaise: parseAmount(options["amount"]),
      pieces: parsePieces(options["line"]),
      isRestocked,
      reason: parseRequiredText("reason", options["reason"]),
    });
    return {
      message: [
        describeRefund(amountPaise),
        leftPaise > 0 ? `${formatRupees(leftPaise)} of what was paid is left.` : "",
        isRestocked ? "The pieces are back in stock." : "",
        options["restock"] === undefined ? "Is a piece back on the shelf? Count it: products set-stock." : "",
      ]
        .filter(Boolean)
        .join(" "),
      data: toPlainOrder(order),
    };
  },
});

const describeRequest = (amount: string | undefined, lines: string | undefined): string =>
  [
    amount === undefined ? "" : `₹${amount}`,
    lines === undefined ? "" : `what ${lines.split("\n").join(", ")} is worth`,
  ].find(Boolean) ?? "all that was paid";

/** Null when none were typed. @throws CommandRefused */
function parsePieces(given: string | undefined): Pieces[] | null {
  if (given === undefined) return null;
  return given.split("\n").map((line) => {
    const pieces = readTypedPieces(line);
    if (pieces === null) throw new CommandRefused(describeWrongPieces(line));
    return pieces;
  });
}
