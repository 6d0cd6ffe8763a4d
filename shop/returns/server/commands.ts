import {
  askAboutMail,
  BY_HAND,
  describeByHand,
  describeMail,
  formatCustomer,
  toPlainOrder,
  describeRefund,
  describeRefundEffect,
  orderArgument as orderId,
} from "#shop/orders/describe-for-owner.ts";
import * as v from "valibot";
import { stored } from "#contract/command-data.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { formatDateTime } from "#contract/dates.ts";
import {
  createConfirmation,
  createRefundConfirmation,
  type CommandInput,
  defineCommand,
  defineJobs,
} from "#platform/operator/command.ts";
import {
  parseAmount,
  parseOptionalText,
  parsePieces,
  parsePosition,
  parseRequiredText,
} from "#platform/operator/command-values.ts";
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
import { type OrderRow, listOrders, listGoods } from "#shop/orders/server/index.ts";
import { findReturnPictures } from "./return-pictures.ts";
import { returnList } from "../command-results.ts";
import { returnReasons } from "../return-request.ts";
import { changeReturn, type RefundResult, refundReturn, requestForCustomer } from "./returns.ts";

export interface FoundReturn {
  order: OrderRow;
  request: ReturnRequest;
  number: number;
}

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

const defineStep = (
  to: Parameters<typeof changeReturn>[2],
  uses: readonly string[],
  describe: (order: OrderRow) => Readonly<Record<"question" | "mailed" | "done", string>>,
) => ({
  uses,
  async run(context: Context, { args, options, confirmed }: CommandInput) {
    const step = {
      number: parsePosition(options["return"]),
      words: to === "Refused" ? parseRequiredText("words", options["words"]) : options["words"]?.trim(),
      payer: options["way-back"] as ReturnPayer | undefined,
    };
    const confirm = createConfirmation<OrderRow>(confirmed, (order) => {
      const { question, mailed } = describe(order);
      return askAboutMail(order, question, [mailed, mailed.slice(mailed.indexOf("?"))]);
    });
    const order = await changeReturn(context, args["orderId"] ?? "", to, step, confirm);
    const { done } = describe(order);
    return {
      message: to === "Received" ? done : `${done} ${describeMail(order)}`,
      data: toPlainOrder(order),
    };
  },
});

export const returnCommand = defineCommand({
  ...returnList,
  data: v.union([returnList.data, stored<object>()]),
  summary: "Lists the open returns, longest waiting first; or records, accepts, refuses or refunds one.",
  preview: "rehearse",
  args: [{ ...orderId, optional: true }],
  options: {
    status: { summary: "list only returns in this status", choices: returnStatuses },
    request: { summary: "record a return for a customer who phoned, who gets an e-mail", flag: true },
    line: { summary: "the pieces to return, e.g. teak-tray:1", kind: "pieces", many: true },
    reason: { summary: "why the customer returns them", choices: returnReasons },
    comments: { summary: "what the customer says about the pieces", personal: true },
    accept: { summary: "let the customer send the pieces back; the customer gets an e-mail", flag: true },
    refuse: { summary: "refuse the return and tell the customer why", flag: true },
    received: { summary: "the returned pieces have arrived; the customer gets an e-mail", flag: true },
    refund: { summary: "the pieces have arrived: refund them, with a credit note", flag: true },
    words: { summary: "for the customer: who collects the parcel, or why you refuse", personal: true },
    "way-back": { summary: "who pays the return shipping; by default the shop", choices: returnPayers },
    amount: { summary: "refund only this amount in rupees, e.g. 1499.50", kind: "amount" },
    restock: { summary: "the pieces are as new and can be sold again", flag: true },
    "by-hand": { summary: BY_HAND, personal: true },
    return: { summary: "the number of the return if the order has several, e.g. 2", kind: "position" },
  },
  examples: [
    "returns --status Refunded",
    `returns TRV-7K3M9Q --request --line teak-tray:1 --reason "Arrived damaged"`,
    `returns TRV-7K3M9Q --accept --words "Our courier collects it on Friday."`,
    `returns TRV-7K3M9Q --refuse --words "The grain looks as in the pictures."`,
    "returns TRV-7K3M9Q --refund --restock",
    "returns TRV-7K3M9Q --refund --amount 1499.50",
  ],
  ...defineJobs(orderId, {
    "": {
      uses: ["status"],
      async run(context, { options }) {
        const returns = await findReturns(context, options["status"] as ReturnStatus | undefined);
        const packed = await listGoods(
          context.db,
          returns.map(({ order }) => order),
        );
        const orderIds = returns.map(({ order }) => order.orderId);
        const pictures = await findReturnPictures(context, orderIds);
        return {
          columns: ["Order", "Return", "Status", "Asked", "Customer", "Pieces", "Reasons", "Comments"],
          rows: returns.map(({ order, request, number }, at) => [
            order.orderId,
            number,
            request.status,
            formatDateTime(request.requestedAt),
            formatCustomer(order),
            formatPieces(request.pieces, packed[at]?.lines ?? []),
            request.reasons.join(", "),
            request.comments,
          ]),
          message: returns.length === 0 ? "There are no open returns." : "",
          data: returns.map(({ order, number }) => ({
            ...toPlainOrder(order),
            return: number,
            pictures: pictures
              .filter(({ orderId, returnNumber }) => orderId === order.orderId && returnNumber === number)
              .map(({ href }) => href),
          })),
        };
      },
    },
    request: {
      uses: ["line", "reason", "comments"],
      async run(context, { args, options }) {
        const pieces = parsePieces(parseRequiredText("line", options["line"], 5_000)) ?? [];
        const reasons = returnReasons.filter((reason) => reason === options["reason"]);
        const comments = parseOptionalText("comments", options["comments"]) ?? "";
        const request = { pieces, reasons, comments };
        const order = await requestForCustomer(context, args["orderId"] ?? "", request);
        return {
          message: `The return of ${order.orderId} is recorded. ${describeMail(order)}`,
          data: toPlainOrder(order),
        };
      },
    },
    accept: defineStep("Accepted", ["return", "words", "way-back"], ({ orderId }) => ({
      question: `Accept the return of ${orderId}`,
      mailed: " and e-mail the customer to send the pieces back? This cannot be undone.",
      done: `The return of ${orderId} is accepted.`,
    })),
    refuse: defineStep("Refused", ["return", "words"], ({ orderId }) => ({
      question: `Refuse the return of ${orderId}`,
      mailed: " and e-mail the customer why? This cannot be undone.",
      done: `The return of ${orderId} is refused.`,
    })),
    received: defineStep("Received", ["return"], ({ orderId }) => ({
      question: `Record that the returned parcel of ${orderId} has arrived`,
      mailed: ", and e-mail the customer about it? This cannot be undone. No money is refunded yet.",
      done: `The returned pieces of ${orderId} have arrived. Check them, then refund the return.`,
    })),
    refund: {
      uses: ["return", "amount", "restock", "by-hand"],
      async run(context, { args, options, ...confirmation }) {
        const isRestocked = options["restock"] === "on";
        const byHand = parseOptionalText("by-hand", options["by-hand"], 100);
        const number = parsePosition(options["return"]);
        const request = { number, amountPaise: parseAmount(options["amount"]), isRestocked, byHand };
        const confirm = createRefundConfirmation<RefundResult>(confirmation, (result) =>
          askToRefund(result, isRestocked),
        );
        const { order, amountPaise } = await refundReturn(context, args["orderId"] ?? "", request, confirm);
        return {
          message: `${amountPaise > 0 ? (byHand === undefined ? describeRefund : describeByHand)(amountPaise) : "No more money is refunded to the customer."} The pieces are ${isRestocked ? "put back in stock" : "not put back in stock"}.`,
          data: toPlainOrder(order),
        };
      },
    },
  }),
});

const askToRefund = ({ order, amountPaise }: RefundResult, isRestocked: boolean): string =>
  [
    amountPaise > 0
      ? `Refund ${formatRupeesGrouped(amountPaise)} of ${formatRupeesGrouped(order.payable)} to ${formatCustomer(order)}, and end the return of ${order.orderId}?`
      : `End the return of ${order.orderId}? No more money is refunded to ${formatCustomer(order)}.`,
    describeRefundEffect(order, isRestocked, amountPaise),
  ].join(" ");
