import path from "node:path";
import { formatDateTime } from "#contract/dates.ts";
import { formatRupees } from "#contract/money.ts";
import {
  CommandRefused,
  type CommandResult,
  defineCommand,
  UsageError,
  YesNeeded,
} from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import { describePinMismatch } from "#shop/addresses/pin-codes.ts";
import { MOST_PHONE_ORDER_HOURS, PHONE_ORDER_HOURS } from "#shop/orders/phone-order.ts";
import {
  buildPaymentUrl,
  formatCustomer,
  listOrderFacts,
  type OrderRow,
  toPlainOrder,
} from "#shop/orders/server/index.ts";
import { listLineErrors } from "./list-line-errors.ts";
import { readOrderFile } from "./read-order-file.ts";
import { readPhoneOrder } from "./read-phone-order.ts";
import { type DraftedOrder, draftOrder, takeOrder } from "./take-order.ts";

const options = {
  email: { summary: "the customer's e-mail address: the link to pay goes there", personal: true },
  name: { summary: "first and last name", personal: true },
  phone: { summary: "the number the courier calls, 10 digits", personal: true },
  street: { summary: "house and street", personal: true },
  city: { summary: "the city", personal: true },
  state: { summary: "the state, e.g. Maharashtra", personal: true },
  pin: { summary: "the PIN code", personal: true },
  line: { summary: "what they want, e.g. teak-tray:1 acacia-bowl:2", many: true },
  notes: { summary: "what they want you to know", personal: true },
  company: { summary: "the company that the invoice is made out to", personal: true },
  "company-address": { summary: "its address", personal: true },
  gstin: { summary: "its GSTIN", personal: true },
  "company-email": { summary: "its e-mail address; without it the customer's", personal: true },
  hours: { summary: `how long it may be paid (${PHONE_ORDER_HOURS}, up to ${MOST_PHONE_ORDER_HOURS})` },
} as const;

export const take = defineCommand({
  noun: "orders",
  verb: "take",
  summary: "Takes an order by phone: holds its pieces and mails its customer a link to pay.",
  args: [],
  options: { ...options, from: { summary: "a JSON file with these options; typed ones count before it" } },
  examples: [
    `orders take --email asha@example.com --name "Asha Patel" --phone 9876543210 --street "14 Lake View Road" --city Pune --state Maharashtra --pin 411001 --line teak-tray:1`,
    "orders take --from order.json",
    "orders take --from order.json --yes",
  ],
  async run(context, { options: { from, ...typed }, folder, confirmed }) {
    const file =
      from === undefined ? null : await readOrderFile(path.resolve(folder, from), Object.keys(options));
    const { order, items, errors } = readPhoneOrder({ ...file?.typed, ...typed });
    const typedErrors = file && file.errors.length > 0 ? file.errors : errors;
    const all = [...typedErrors, ...(await listLineErrors(context, items))];
    if (!order || all.length > 0) throw refuseWithErrors(all, { areTyped: typedErrors.length > 0 });
    const draft = await draftOrder(context, order);
    if (!confirmed) throw new YesNeeded(describeDraft(draft));
    return describeTaken(context, await takeOrder(context, draft));
  },
});

function refuseWithErrors(errors: readonly string[], { areTyped }: { areTyped: boolean }): CommandRefused {
  const message = ["Nothing was ordered:", ...errors].join("\n");
  return areTyped ? new UsageError(message) : new CommandRefused(message);
}

/** What the owner reads out before saying yes. */
function describeDraft({ order, lines, account }: DraftedOrder): string {
  const { payable, coupon, payUntil, shippingAddress: to } = order;
  const pieces = lines.map(
    ({ quantity, title, unitPrice }) => `${quantity} × ${title}, ${formatRupees(unitPrice * quantity)}`,
  );
  const mismatch = describePinMismatch(to.zipCode, to.state);
  return [
    `For ${formatCustomer(order)}, who ${describeAccount(account)}:`,
    ...pieces,
    `With GST, less the coupon of ${formatRupees(coupon)}: ${formatRupees(payable)}${payUntil ? `, to be paid until ${formatDateTime(payUntil)}` : ", nothing to pay"}`,
    `To ${[to.street, to.city, to.state, to.zipCode].filter(Boolean).join(", ")}, phone ${to.phoneNumber}`,
    ...(mismatch ? [`${mismatch}. Is that right?`] : []),
    "Take this order?",
  ].join("\n");
}

function describeAccount(account: DraftedOrder["account"]): string {
  if (account === null) return "gets a new account without a password";
  return account.hasProvenMailbox
    ? "has an account"
    : "has an account whose mailbox nobody has proven: its password and sessions end, and its name, addresses, bag and unpaid orders go";
}

function describeTaken(context: Context, order: OrderRow): CommandResult {
  const { orderId, payUntil } = order;
  const link = payUntil && buildPaymentUrl(context, order);
  return {
    title: `Order ${orderId}`,
    facts: { ...listOrderFacts(order, null, []), ...(link && { "Link to pay": link }) },
    message: payUntil
      ? `${orderId} is taken: its pieces are held until ${formatDateTime(payUntil)}. Its customer gets a mail with the link to pay.`
      : `${orderId} is taken, and there is nothing to pay: its customer gets the confirmation.`,
    data: { ...toPlainOrder(order), ...(link && { paymentLink: link }) },
  };
}
