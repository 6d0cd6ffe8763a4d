import { type Command, defineCommand } from "#platform/operator/command.ts";
import { parseAmount, parseRequiredText } from "#platform/operator/command-input.ts";
import { changeReturn, refundReturn } from "./decide-return.ts";
import { describeRefund, orderArgument as orderId, toPlainOrder } from "#shop/orders/server/index.ts";
import { listReturns } from "./list-returns.ts";

const accept = defineCommand({
  noun: "returns",
  verb: "accept",
  summary: "Lets a customer send the pieces back; they get a mail.",
  args: [orderId],
  options: { words: { summary: "what the customer reads besides, e.g. who fetches the parcel" } },
  examples: [`returns accept TRV-7K3M9Q --words "Our courier fetches it on Friday."`],
  run: async (context, { args, options }) => {
    const order = await changeReturn(context, args["orderId"] ?? "", "Accepted", options["words"]?.trim());
    return {
      message: `${order.orderId} comes back. When the parcel is here: returns received ${order.orderId}`,
      data: toPlainOrder(order),
    };
  },
});

const refuseReturn = defineCommand({
  noun: "returns",
  verb: "refuse",
  summary: "Does not take the pieces back; the customer reads why.",
  args: [orderId],
  options: { words: { summary: "what the customer reads" } },
  confirm: ({ args }) => `Refuse the return of ${args["orderId"]} and mail its customer why? That is final.`,
  examples: [`returns refuse TRV-7K3M9Q --words "The grain is as in the pictures."`],
  run: async (context, { args, options }) => {
    const words = parseRequiredText("words", options["words"]);
    const order = await changeReturn(context, args["orderId"] ?? "", "Refused", words);
    return { message: `The return of ${order.orderId} is refused.`, data: toPlainOrder(order) };
  },
});

const received = defineCommand({
  noun: "returns",
  verb: "received",
  summary: "Says that the pieces are back in the workshop.",
  args: [orderId],
  options: {},
  examples: ["returns received TRV-7K3M9Q"],
  run: async (context, { args }) => {
    const order = await changeReturn(context, args["orderId"] ?? "", "Received");
    return {
      message: `The pieces of ${order.orderId} are here. As new? returns refund ${order.orderId} --restock; else without it.`,
      data: toPlainOrder(order),
    };
  },
});

const refundPieces = defineCommand({
  noun: "returns",
  verb: "refund",
  summary: "Gives back what the returned pieces are worth of what was paid, with a credit note.",
  args: [orderId],
  options: {
    amount: { summary: "give back only so many rupees, e.g. 1499.50" },
    restock: { summary: "they are as new: put them back into the stock", flag: true },
  },
  confirm: ({ args, options }) =>
    `Give back ${options["amount"] ? `₹${options["amount"]}` : "what the pieces are worth"} for the return of ${args["orderId"]}?`,
  examples: ["returns refund TRV-7K3M9Q --restock", "returns refund TRV-7K3M9Q --amount 1499.50"],
  run: async (context, { args, options }) => {
    const isRestocked = options["restock"] === "on";
    const { order, amountPaise } = await refundReturn(context, args["orderId"] ?? "", {
      amountPaise: parseAmount(options["amount"]),
      isRestocked,
    });
    return {
      message: `${amountPaise > 0 ? describeRefund(amountPaise) : "Nothing more goes back to its customer."} The pieces are ${isRestocked ? "back in stock" : "not in stock"}.`,
      data: toPlainOrder(order),
    };
  },
});

export const returnCommands: Command[] = [listReturns, accept, refuseReturn, received, refundPieces];
