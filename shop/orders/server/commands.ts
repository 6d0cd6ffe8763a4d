import { findOrder, requireOrder } from "./list-orders.ts";
import {
  askAboutMail,
  BY_HAND,
  describeByHand,
  describeRefund,
  describeMail,
  formatCustomer,
  describeStartedRefund,
  describeOwnTransfer,
  toPlainOrder,
  NOT_MAILED,
  orderArgument,
  describeRefundEffect,
  describeMoney,
  FINAL,
  WHY,
} from "../describe-for-owner.ts";
import {
  createRefundConfirmation,
  createConfirmation,
  CommandRefused,
  defineCommand,
  defineJobs,
  type Command,
  UsageError,
  requireConfirmation,
} from "#platform/operator/command.ts";
import {
  parseAmount,
  parseOptionalText,
  parsePieces,
  parseRequiredText,
} from "#platform/operator/command-values.ts";
import * as v from "valibot";
import type { Context } from "#platform/context.ts";
import { type CompanyInvoice, companyInvoiceSchema } from "#shop/documents/recipient.ts";
import { describePinDoubt } from "#shop/addresses/pin-codes.ts";
import { correctOrder } from "./correct-order.ts";
import { type CancelledPieces, cancelPieces } from "./cancel-pieces.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { joinTexts } from "#contract/text.ts";
import { type RefundResult, refundOrder } from "./refunds.ts";
import { addNote } from "./change-status.ts";
import { type OrderRow } from "./tables.ts";
import {
  approveCancellation,
  cancelOrder,
  type CancelledOrder,
  declineCancellation,
} from "./cancellations.ts";
import { wasPaid } from "#shop/payments/payment.ts";
import { paidCommand } from "./paid-by-hand.ts";
import { cancelRefused, confirmOrder } from "./cash-orders.ts";
import { customerCommands } from "./customer-commands.ts";
import { countOrdersCommand, listOrdersCommand, showOrderCommand } from "./list-and-show-commands.ts";
import { lostOptions, recordLost, replaceCommand } from "./lost-and-replaced.ts";

const correctCommand = defineCommand({
  noun: "orders",
  verb: "correct",
  summary:
    "Corrects an order's delivery address or invoice company before dispatch, and e-mails the customer.",
  preview: "rehearse",
  args: [orderArgument],
  options: {
    street: { summary: "house and street", personal: true },
    city: { summary: "the city", personal: true },
    state: {
      summary: "the state, e.g. Maharashtra; it cannot be changed after the invoice is issued",
      personal: true,
    },
    pin: { summary: "the PIN code", personal: true },
    phone: { summary: "the phone number for the courier, 10 digits", personal: true },
    company: { summary: "the company's name for the invoice", personal: true },
    "company-address": { summary: "the company's address", personal: true },
    gstin: { summary: "the company's GSTIN", personal: true },
    "company-email": { summary: "the company's e-mail address; if empty, the customer's", personal: true },
  },
  examples: [
    "orders correct TRV-7K3M9Q --phone 9876543211",
    `orders correct TRV-7K3M9Q --company "Lake Café LLP" --company-address "2 MG Road, Pune" --gstin 27AAPFU0939F1ZV`,
  ],
  run: async (context, { args, options, confirmed }) => {
    const { street, city, state, pin: zipCode, phone: phoneNumber } = options;
    if (Object.keys(options).length === 0)
      throw new CommandRefused(
        "Enter at least one correction: street, city, state, PIN, phone number or GSTIN.",
      );
    const typedOrderId = args["orderId"] ?? "";
    const { order, corrected, reissued, challan } = await correctOrder(
      context,
      typedOrderId,
      { street, city, state, zipCode, phoneNumber },
      await readCompany(context, typedOrderId, options),
      (result) => {
        if (result.reissued) requireConfirmation({ confirmed }, askToReissue(result.order, result.reissued));
      },
    );
    const mismatch = describePinDoubt(order.shippingAddress.zipCode, order.shippingAddress.state);
    return {
      message: joinTexts(
        " ",
        `${order.orderId} was corrected: ${corrected}. ${describeMail(order)} ${reissued ? `Invoice ${reissued.cancelled} was cancelled, and invoice ${reissued.number} was issued.` : "An invoice that was already issued does not change."}`,
        challan && `Print the papers of the replacement again. Its delivery challan is now ${challan}.`,
        mismatch && `${mismatch}.`,
      ),
      data: toPlainOrder(order),
    };
  },
});

/** Reads the invoice's company. Omitted options keep the order's values. Null if all are omitted. @throws UsageError */
async function readCompany(
  context: Context,
  typedOrderId: string,
  options: Readonly<Record<string, string | undefined>>,
): Promise<CompanyInvoice | null> {
  const { company, "company-address": address, gstin, "company-email": email } = options;
  if ([company, address, gstin, email].every((each) => each === undefined)) return null;
  const order = await findOrder(context.db, typedOrderId);
  const previous = order?.companyInvoice;
  const parsed = v.safeParse(companyInvoiceSchema, {
    name: company ?? previous?.name ?? "",
    address: address ?? previous?.address ?? "",
    taxCode: gstin ?? previous?.taxCode ?? "",
    email: email ?? previous?.email ?? order?.contact.email ?? "",
  });
  if (parsed.success) return parsed.output;
  throw new UsageError(
    "An invoice to a company needs the company's name, address and GSTIN.",
    Object.fromEntries(
      parsed.issues.map(({ path, message }) => [
        COMPANY_OPTIONS[String(path?.[0].key)] ?? "company",
        message,
      ]),
    ),
  );
}

const COMPANY_OPTIONS: Readonly<Record<string, string>> = {
  address: "company-address",
  taxCode: "gstin",
  email: "company-email",
};

const askToReissue = (
  order: OrderRow,
  { cancelled, number }: { cancelled: string; number: string },
): string =>
  [
    `Cancel invoice ${cancelled} of ${order.orderId}, and issue invoice ${number} to ${order.companyInvoice?.name} (${order.companyInvoice?.taxCode}) instead?`,
    "The amount does not change. Your GSTR-1 report lists the old invoice number as cancelled.",
    describeMail(order, "The customer gets an e-mail with the new invoice."),
    FINAL,
  ].join(" ");

const refundOrderCommand = defineCommand({
  noun: "orders",
  verb: "refund",
  summary:
    "Refunds a dispatched order, fully or in part: pieces were lost, broken, or came back without a return.",
  preview: "rehearse",
  args: [orderArgument],
  options: {
    line: {
      summary: "the pieces that came back, e.g. teak-tray:1; choose none to refund the whole order",
      kind: "pieces",
      many: true,
    },
    ...lostOptions,
    restock: { summary: "the pieces are as new and can be sold again", flag: true },
    amount: { summary: "refund only this amount in rupees, e.g. 1499.50", kind: "amount" },
    reason: { summary: WHY, required: true, personal: true },
    "by-hand": { summary: BY_HAND, personal: true },
  },
  examples: [
    `orders refund TRV-7K3M9Q --amount 1499.50 --reason "one bowl arrived cracked"`,
    `orders refund TRV-7K3M9Q --line teak-tray:1 --restock --reason "not the right size"`,
    `orders refund TRV-7K3M9Q --lost --reason "Delhivery cannot find it"`,
  ],
  run: async (context, input) => {
    const lost = await recordLost(context, input, false);
    if (lost) return lost;
    const { args, options, ...confirmation } = input;
    const isRestocked = options["restock"] === "on";
    const request = {
      amountPaise: parseAmount(options["amount"]),
      pieces: parsePieces(options["line"]),
      isRestocked,
      reason: parseRequiredText("reason", options["reason"]),
      byHand: parseOptionalText("by-hand", options["by-hand"], 100),
    };
    const confirm = createRefundConfirmation<RefundResult>(confirmation, (result) =>
      askToRefund(result, isRestocked),
    );
    const { order, amountPaise, leftPaise } = await refundOrder(
      context,
      args["orderId"] ?? "",
      request,
      confirm,
    );
    return {
      message: joinTexts(
        " ",
        amountPaise === 0
          ? "The coupon paid for these pieces, so no money is refunded."
          : request.byHand === undefined
            ? describeRefund(amountPaise)
            : describeByHand(amountPaise),
        leftPaise > 0 && `${formatRupeesGrouped(leftPaise)} of the payment is not refunded.`,
        isRestocked && "The pieces are back in stock.",
        // If only an amount is refunded, no pieces came back, so the stock is not mentioned.
        (request.pieces !== null || request.amountPaise === null) &&
          options["restock"] === undefined &&
          "The stock does not change. If pieces are back on the shelf, correct the stock count of the product.",
      ),
      data: toPlainOrder(order),
    };
  },
});

function askToRefund({ order, amountPaise }: RefundResult, isRestocked: boolean): string {
  const { orderId, payable } = order;
  return [
    `Refund ${formatRupeesGrouped(amountPaise)} of ${formatRupeesGrouped(payable)} for ${orderId} to ${formatCustomer(order)}?`,
    describeRefundEffect(order, isRestocked, amountPaise),
  ].join(" ");
}

const cancelOrderCommand = defineCommand({
  noun: "orders",
  verb: "cancel",
  summary:
    "Cancels an order or some of its pieces, with a refund; or answers a customer's request to cancel.",
  preview: "rehearse",
  args: [orderArgument],
  options: {
    line: {
      summary: "cancel only these pieces before they are dispatched, e.g. teak-tray:1; the rest is sent",
      kind: "pieces",
      many: true,
    },
    reason: { summary: `if you cancel: ${WHY}`, personal: true },
    refused: {
      summary: "a cash-on-delivery parcel was refused at the door and is back: its pieces are restocked",
      flag: true,
    },
    approve: { summary: "cancel because the customer asked for it", flag: true },
    amount: { summary: "to approve: refund only this amount in rupees, e.g. 1499.50", kind: "amount" },
    decline: { summary: "do not cancel the order, although the customer asked for it", flag: true },
    words: { summary: "to decline: the reason, which is sent to the customer", personal: true },
  },
  examples: [
    `orders cancel TRV-7K3M9Q --reason "the last piece cracked"`,
    `orders cancel TRV-7K3M9Q --line teak-tray:1 --reason "its handle cracked"`,
    `orders cancel TRV-7K3M9Q --refused --reason "nobody at home three times"`,
    "orders cancel TRV-7K3M9Q --approve --amount 1499.50",
    `orders cancel TRV-7K3M9Q --decline --words "It was packed this morning."`,
  ],
  run: defineJobs(orderArgument, {
    "": {
      uses: ["orderId", "line", "reason"],
      async run(context, { args, options, ...confirmation }) {
        const orderId = args["orderId"] ?? "";
        const reason = parseRequiredText("reason", options["reason"]);
        const pieces = parsePieces(options["line"]);
        if (pieces !== null) {
          const confirm = createRefundConfirmation(confirmation, askToCancelPieces);
          const result = await cancelPieces(context, orderId, { pieces, reason }, confirm);
          return { message: describeCancelledPieces(result), data: toPlainOrder(result.order) };
        }
        const confirm = createRefundConfirmation(confirmation, askToCancel);
        return describeCancelled(await cancelOrder(context, orderId, reason, confirm));
      },
    },
    refused: { uses: ["reason"], run: cancelRefused },
    approve: {
      uses: ["amount"],
      async run(context, { args, options, ...confirmation }) {
        const confirm = createRefundConfirmation(confirmation, askToCancel);
        const amountPaise = parseAmount(options["amount"]);
        return describeCancelled(
          await approveCancellation(context, args["orderId"] ?? "", amountPaise, confirm),
        );
      },
    },
    decline: {
      uses: ["words"],
      async run(context, { args, options, confirmed }) {
        const reason = parseRequiredText("words", options["words"]);
        const confirm = createConfirmation<OrderRow>(confirmed, (order) =>
          askAboutMail(order, `Decline to cancel ${order.orderId}`, [", and e-mail the customer why?", "?"]),
        );
        const order = await declineCancellation(context, args["orderId"] ?? "", reason, confirm);
        return {
          message: `${order.orderId} is not cancelled. ${describeMail(order, "The customer gets an e-mail with your reason.")}`,
          data: toPlainOrder(order),
        };
      },
    },
  }).run,
});

const describeCancelled = ({ order, amountPaise }: CancelledOrder) => ({
  message:
    amountPaise > 0
      ? `${order.orderId} was cancelled. ${describeStartedRefund(order, amountPaise)}`
      : `${order.orderId} was cancelled.${wasPaid(order.paymentStatus) ? "" : " Nothing was paid."}`,
  data: toPlainOrder(order),
});

function askToCancel({ order, amountPaise }: CancelledOrder): string {
  return [
    `Cancel ${order.orderId} of ${formatCustomer(order)}? This cannot be undone.`,
    amountPaise > 0
      ? `${formatRupeesGrouped(amountPaise)} is refunded, with a credit note for the customer.${describeOwnTransfer(order)}`
      : "No money is refunded.",
    `The pieces are put back in stock${alsoMails(order)}`,
  ].join(" ");
}

const askToCancelPieces = ({ order, pieces, amountPaise }: CancelledPieces): string =>
  joinTexts(
    " ",
    `Cancel ${pieces} of ${order.orderId}? ${formatRupeesGrouped(amountPaise)} of ${formatRupeesGrouped(order.payable)} is refunded to ${formatCustomer(order)}, and the pieces are put back in stock.${describeOwnTransfer(order)}`,
    order.dispatchedAt !== null && "Pieces that you have already sent are not affected.",
    describeMoney(order),
  );

const describeCancelledPieces = ({ order, pieces, amountPaise }: CancelledPieces): string =>
  `Cancelled and put back in stock: ${pieces} of ${order.orderId}. ${describeStartedRefund(order, amountPaise)}`;

const noteCommand = defineCommand({
  noun: "orders",
  verb: "note",
  summary: "Adds a note to an order. The customer never sees it.",
  preview: "rehearse",
  args: [orderArgument, { name: "note", summary: "the text of the note", personal: true }],
  options: {},
  examples: [`orders note TRV-7K3M9Q "Wants it before Diwali"`],
  run: async (context, { args }) => {
    const text = parseRequiredText("note", args["note"]);
    const order = await context.transact(async (tx) => {
      const notedOrder = await requireOrder(tx, args["orderId"] ?? "");
      await addNote(context, tx, notedOrder.id, text);
      return notedOrder;
    });
    return { message: `The note was saved with ${order.orderId}.` };
  },
});

const confirmCommand = defineCommand({
  noun: "orders",
  verb: "confirm",
  summary:
    "Confirms a cash-on-delivery order for a customer who agreed on the phone, and issues its invoice.",
  preview: "rehearse",
  args: [orderArgument],
  options: {},
  examples: ["orders confirm TRV-7K3M9Q"],
  run: async (context, { args, confirmed }) => {
    const confirm = createConfirmation(confirmed, askToConfirm);
    const order = await confirmOrder(context, args["orderId"] ?? "", confirm);
    return { message: `${order.orderId} is confirmed.`, data: toPlainOrder(order) };
  },
});

function askToConfirm(order: OrderRow): string {
  const { orderId, cash, payable } = order;
  const who = cash
    ? ` for the customer, who pays ${formatRupeesGrouped(payable)} in cash on delivery`
    : ", which is already paid";
  return `Confirm ${orderId}${who}? Its invoice is issued${alsoMails(order)}`;
}

const alsoMails = (order: OrderRow): string =>
  order.contact.email === "" ? `. ${NOT_MAILED}` : ", and the customer gets an e-mail.";

export const orderCommands: Command[] = [
  listOrdersCommand,
  countOrdersCommand,
  showOrderCommand,
  confirmCommand,
  correctCommand,
  paidCommand,
  cancelOrderCommand,
  refundOrderCommand,
  replaceCommand,
  noteCommand,
  ...customerCommands,
];
