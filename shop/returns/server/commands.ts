import {
  BY_HAND,
  describeByHand,
  describeMail,
  formatCustomer,
  toPlainOrder,
  describeRefund,
  describeRefundEffect,
  orderArgument as orderId,
} from "#shop/orders/describe-for-owner.ts";
import { formatRupees } from "#contract/money.ts";
import { formatDateTime } from "#contract/dates.ts";
import {
  createRefundConfirmation,
  defineCommand,
  type Command,
  parseAmount,
  parseRequiredText,
  UsageError,
} from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import {
  formatPieces,
  isReturnOpen,
  listReturnRequests,
  type ReturnPayer,
  returnPayers,
  type ReturnRequest,
  type ReturnStatus,
  returnStatuses,
} from "#shop/orders/returned-pieces.ts";
import {
  parseByHand,
  requireMailConfirmation,
  listOrderLines,
  type OrderRow,
  type RefundResult,
  findOrderRevision,
  listOrders,
} from "#shop/orders/server/index.ts";
import { findReturnPictures } from "./return-pictures.ts";
import { returnList } from "../results.ts";
import { changeReturn, refundReturn } from "./returns.ts";

const listReturns = defineCommand({
  ...returnList,
  reads: true,
  summary: "Lists the open returns with their pieces, reasons and status. The longest waiting come first.",
  args: [],
  options: { status: { summary: "only those", choices: returnStatuses } },
  examples: ["returns list", "returns list --status Refunded"],
  run: async (context, { options }) => {
    const returns = await findReturns(context, options["status"] as ReturnStatus | undefined);
    const lines = Map.groupBy(
      await listOrderLines(
        context.db,
        returns.map(({ order }) => order.id),
      ),
      (line) => line.orderId,
    );
    const pictures = await findReturnPictures(
      context,
      returns.map(({ order }) => order.orderId),
    );
    return {
      columns: ["Order", "Return", "Status", "Asked", "Customer", "Pieces", "Reasons", "Comments"],
      rows: returns.map(({ order, request, number }) => [
        order.orderId,
        number,
        request.status,
        formatDateTime(request.requestedAt),
        formatCustomer(order),
        formatPieces(request.pieces, lines.get(order.id) ?? []),
        request.reasons.join(", "),
        request.comments,
      ]),
      message: returns.length === 0 ? "There are no open returns." : "",
      data: returns.map(({ order, number }) => ({
        ...toPlainOrder(order),
        return: number,
        /** Signed URLs of the customer's photographs. */
        pictures: pictures
          .filter(({ orderId, returnNumber }) => orderId === order.orderId && returnNumber === number)
          .map(({ href }) => href),
      })),
    };
  },
});

/** A return with its order. `number` is its number within the order, from 1. */
export interface FoundReturn {
  order: OrderRow;
  request: ReturnRequest;
  number: number;
}

/** Lists the returns in this status, by default all open ones, oldest request first. */
export async function findReturns(
  { db }: Pick<Context, "db">,
  status?: ReturnStatus,
): Promise<FoundReturn[]> {
  const statuses = status === undefined ? OPEN_STATUSES : [status];
  const rows = await listOrders(db, { returns: statuses });
  return rows
    .flatMap((order) => listReturnRequests(order).map((request, at) => ({ order, request, number: at + 1 })))
    .filter(({ request }) => statuses.includes(request.status))
    .toSorted((first, other) => (first.request.requestedAt < other.request.requestedAt ? -1 : 1));
}

const OPEN_STATUSES = returnStatuses.filter((status) => isReturnOpen({ status }));

const returnArgument = {
  return: { summary: "the number of the return if the order has several, e.g. 2", kind: "number" as const },
};

/** Parses the number of a return; null if nothing was typed. @throws UsageError */
function parseNumber(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (!/^[1-9]\d{0,2}$/.test(value.trim()))
    throw new UsageError(
      `“${value}” is not the number of a return. Enter the return's number in the order, for example 2.`,
    );
  return Number(value);
}

const acceptReturn = defineCommand({
  noun: "returns",
  verb: "accept",
  summary: "Accepts a return, so that the customer can send the pieces back. The customer gets an e-mail.",
  preview: "rehearse",
  args: [orderId],
  revision: findOrderRevision,
  options: {
    words: { summary: "a message for the customer, e.g. who collects the parcel", personal: true },
    "way-back": {
      summary: "who pays the return shipping; by default the shop",
      choices: returnPayers,
    },
    ...returnArgument,
  },
  examples: [`returns accept TRV-7K3M9Q --words "Our courier collects it on Friday."`],
  run: async (context, input) => {
    const { args, options } = input;
    await requireMailConfirmation(context, input, `Accept the return of ${input.args["orderId"]}`, [
      " and e-mail the customer to send the pieces back? This cannot be undone.",
      "? This cannot be undone.",
    ]);
    const order = await changeReturn(context, args["orderId"] ?? "", "Accepted", {
      number: parseNumber(options["return"]),
      words: options["words"]?.trim(),
      payer: options["way-back"] as ReturnPayer | undefined,
    });
    return {
      message: `The return of ${order.orderId} is accepted.${order.contact.email === "" ? ` ${describeMail(order)}` : ""} When the parcel arrives, record that its pieces are here.`,
      data: toPlainOrder(order),
    };
  },
});

const refuseReturn = defineCommand({
  noun: "returns",
  verb: "refuse",
  summary: "Refuses a return and tells the customer why.",
  preview: "rehearse",
  args: [orderId],
  revision: findOrderRevision,
  options: {
    words: { summary: "your reason, which the customer reads", required: true, personal: true },
    ...returnArgument,
  },
  examples: [`returns refuse TRV-7K3M9Q --words "The grain looks as in the pictures."`],
  run: async (context, input) => {
    const { args, options } = input;
    await requireMailConfirmation(context, input, `Refuse the return of ${input.args["orderId"]}`, [
      " and e-mail the customer why? This cannot be undone.",
      "? This cannot be undone.",
    ]);
    const reason = parseRequiredText("words", options["words"]);
    const number = parseNumber(options["return"]);
    const order = await changeReturn(context, args["orderId"] ?? "", "Refused", { number, words: reason });
    return {
      message: `The return of ${order.orderId} is refused. ${describeMail(order)}`,
      data: toPlainOrder(order),
    };
  },
});

const receiveReturn = defineCommand({
  noun: "returns",
  verb: "received",
  summary: "Records that the returned pieces have arrived. The customer gets an e-mail.",
  preview: "rehearse",
  args: [orderId],
  revision: findOrderRevision,
  options: returnArgument,
  examples: ["returns received TRV-7K3M9Q"],
  run: async (context, input) => {
    const { args, options } = input;
    await requireMailConfirmation(
      context,
      input,
      `Record that the returned parcel of ${input.args["orderId"]} has arrived`,
      [
        ", and e-mail the customer about it? This cannot be undone. No money is refunded yet.",
        "? This cannot be undone. No money is refunded yet.",
      ],
    );
    const number = parseNumber(options["return"]);
    const order = await changeReturn(context, args["orderId"] ?? "", "Received", { number });
    return {
      message: `The returned pieces of ${order.orderId} have arrived. Check them, then refund the return. Put the pieces back in stock only if they are as new.`,
      data: toPlainOrder(order),
    };
  },
});

const refundReturned = defineCommand({
  noun: "returns",
  verb: "refund",
  summary: "Refunds the returned pieces, with a credit note.",
  preview: "rehearse",
  args: [orderId],
  revision: findOrderRevision,
  options: {
    amount: { summary: "refund only this amount in rupees, e.g. 1499.50", kind: "amount" },
    restock: { summary: "the pieces are as new: put them back in stock", flag: true },
    "by-hand": { summary: BY_HAND, personal: true },
    ...returnArgument,
  },
  examples: ["returns refund TRV-7K3M9Q --restock", "returns refund TRV-7K3M9Q --amount 1499.50"],
  run: async (context, { args, options, ...confirmation }) => {
    const isRestocked = options["restock"] === "on";
    const byHand = parseByHand(options["by-hand"]);
    const number = parseNumber(options["return"]);
    const request = { number, amountPaise: parseAmount(options["amount"]), isRestocked, byHand };
    const confirm = createRefundConfirmation<RefundResult>(confirmation, (result) =>
      askToRefund(result, isRestocked),
    );
    const { order, amountPaise } = await refundReturn(context, args["orderId"] ?? "", request, confirm);
    return {
      message: `${amountPaise > 0 ? (byHand === undefined ? describeRefund : describeByHand)(amountPaise) : "No more money is refunded to the customer."} The pieces are ${isRestocked ? "back in stock" : "not in stock"}.`,
      data: toPlainOrder(order),
    };
  },
});

const askToRefund = ({ order, amountPaise }: RefundResult, isRestocked: boolean): string =>
  [
    `End the return of ${order.orderId} and refund ${formatRupees(amountPaise)} of ${formatRupees(order.payable)} to ${formatCustomer(order)}?`,
    describeRefundEffect(order, isRestocked, amountPaise),
  ].join(" ");

export const returnCommands: Command[] = [
  listReturns,
  acceptReturn,
  refuseReturn,
  receiveReturn,
  refundReturned,
];
