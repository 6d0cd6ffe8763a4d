import { describeShortages, formatCustomer, toPlainOrder } from "#shop/orders/describe-for-owner.ts";
import { takenOrder } from "#shop/orders/command-results.ts";
import { MAX_PHONE_ORDER_HOURS, PHONE_ORDER_HOURS } from "#shop/orders/order-links.ts";
import { NO_MAILBOX } from "#contract/mailbox.ts";
import { formatDateTime } from "#contract/dates.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { readFields, readText } from "#contract/read.ts";
import { formatCount, joinTexts } from "#contract/text.ts";
import {
  type CommandInput,
  CommandRefused,
  refuseIf,
  defineCommand,
  requireConfirmation,
  refuseField,
  UsageError,
} from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import { findParties, getBuyer, getBuyerPhone, getContactName, toLines } from "#shop/documents/recipient.ts";
import { describePinDoubt } from "#shop/addresses/pin-codes.ts";
import { addOrder, describeOrder, type OrderRow } from "#shop/orders/server/index.ts";
import { listDeliveredStates } from "#shop/addresses/delivery-area.ts";
import { readPhoneOrder, type PhoneOrder } from "./read-phone-order.ts";
import { HOUR } from "#contract/time.ts";
import { formatPlace } from "#contract/place.ts";
import {
  deleteUnverifiedData,
  findAccountByEmail,
  type LockedAccount,
  lockAccount,
  openAccount,
} from "#shop/accounts/server/index.ts";
import { findShortages, lockStates, readStates } from "#shop/inventory/server/index.ts";
import {
  byHandMethods,
  type HandPayment,
  type HandPaymentMethod,
  isTooMuchOnline,
  onlineLimits,
  wasPaid,
} from "#shop/payments/payment.ts";
import { describeSameReference, parsePaidByHand } from "#shop/payments/server/index.ts";
import type { Tx } from "#platform/database/database.ts";
import { isRefused } from "#platform/http/refuse.ts";
import { describeGift } from "#shop/orders/gift.ts";
import { getShopRules } from "#shop/policies/server/index.ts";
import { describeNotBefore, findNotBeforeError } from "#shop/policies/delivery-dates.ts";
import {
  createOrder,
  endBeforeRateChange,
  refuseCash,
  waiveSmallTotal,
  withFreeOrderId,
} from "./place-order.ts";
import { buildOrderRules, priceOrder, type OrderedLine, priceLines } from "./price-order.ts";
import { findProducts } from "#shop/catalogue/server/index.ts";
import type { NewOrder } from "../new-order.ts";
import type { TaxRates } from "#shop/pricing/tax-rates.ts";
import { type Coupon, getCoupon } from "#shop/pricing/coupon.ts";
import { calculateTotals } from "#shop/pricing/totals.ts";

const options = {
  email: {
    summary: "the customer's e-mail address, if they have one; the link to pay is sent there",
    personal: true,
  },
  name: { summary: "the customer's name", personal: true },
  phone: { summary: "the customer's phone number, 10 digits", personal: true },
  recipient: { summary: "the recipient's name, if somebody else receives the parcel", personal: true },
  "recipient-phone": { summary: "the recipient's number, which the courier calls", personal: true },
  street: { summary: "house and street", personal: true },
  city: { summary: "the city", personal: true },
  state: { summary: "the state, e.g. Maharashtra", personal: true },
  pin: { summary: "the PIN code", personal: true },
  line: { summary: "the pieces, e.g. teak-tray:1 acacia-bowl:2", kind: "pieces", many: true },
  discount: { summary: "your discount in rupees or percent, in place of the coupon, e.g. 200 or 10%" },
  notes: { summary: "the customer's notes", personal: true },
  gift: { summary: "this is a gift: wrap it, and leave the invoice out", flag: true },
  card: { summary: "the text for the gift's card", personal: true },
  "not-before": { summary: "the day before which the parcel must not arrive, e.g. 2026-12-24", kind: "day" },
  company: { summary: "the company's name for the invoice", personal: true },
  "company-address": { summary: "the company's address", personal: true },
  gstin: { summary: "the company's GSTIN", personal: true },
  "company-email": { summary: "the company's e-mail address; if empty, the customer's", personal: true },
  paid: {
    summary: "how the customer has already paid you directly: UPI, bank transfer or cash",
    choices: ["upi", "bank", "cash"],
  },
  reference: {
    summary:
      "the reference of the payment in your bank; for cash, the number of your receipt if there is one",
  },
  cash: { summary: "cash on delivery, after the customer has confirmed the order", flag: true },
  hours: {
    summary: `the hours in which the order can be paid (${PHONE_ORDER_HOURS} by default, at most ${MAX_PHONE_ORDER_HOURS})`,
    kind: "number",
  },
} as const;

export const takeOrderCommand = defineCommand({
  ...takenOrder,
  summary: "Enters an order by phone: reserves its pieces and e-mails the customer a link to pay.",
  args: [],
  options,
  examples: [
    `orders take --email asha@example.com --name "Asha Patel" --phone 9876543210 --street "14 Lake View Road" --city Pune --state Maharashtra --pin 411001 --line teak-tray:1`,
    "orders take --line teak-tray:2 --discount 200 --dry-run",
  ],
  async preview(context, input) {
    const names = Object.keys(input.options);
    if (names.includes("line") && names.every((name) => name === "line" || name === "discount"))
      return previewSum(context, input.options);
    return { message: describeDraft(context, await confirmDraft(context, input)) };
  },
  getPlacedOrder: (data) => readText(readFields(data)["orderId"]),
  async run(context, input) {
    const draft = await confirmDraft(context, input);
    return describeTakenOrder(context, await takeOrder(context, draft), draft.lines);
  },
});

async function previewSum(context: Context, typed: CommandInput["options"]) {
  const { items, discount, errors: typedErrors } = readPhoneOrder(typed);
  // Keep only the errors of pieces and discount, because the customer is not known yet.
  const sumErrors = typedErrors
    .filter(({ option }) => option === "line" || option === "discount")
    .map(({ message }) => message);
  const { errors: productErrors, shortages, scarceIds } = await checkLines(context, items);
  const errors = [...sumErrors, ...productErrors];
  const available = items.filter(({ productId }) => !scarceIds.has(productId));
  if (errors.length > 0 || available.length === 0)
    throw new CommandRefused([...errors, ...shortages].join("\n"));
  const { lines, rates } = await pricePieces(context, { items: available }, discount);
  const totals = waiveSmallTotal(calculateTotals(lines, rates));
  const warnings = [
    ...shortages.map((shortage) => `${shortage} The total does not include these pieces.`),
    ...warnOfDiscount(discount, totals),
  ];
  const coupon = discount === null ? getCoupon(rates) : null;
  return {
    message: [describeSum(lines, totals), ...warnings].join("\n"),
    data: { orderId: "", ...totals, warnings, ...(coupon && { couponName: coupon.name }) },
  };
}

function warnOfDiscount(
  discount: Coupon | null,
  { coupon, subtotal, payable }: Pick<OrderRow, "coupon" | "subtotal" | "payable">,
): string[] {
  if (discount === null) return [];
  if (payable === 0) return ["The discount makes the order free. Please check the discount."];
  return coupon * 2 > subtotal
    ? ["The discount is more than half of the price of the pieces. Please check the discount."]
    : [];
}

/** Asks the owner to confirm the order. @throws CommandRefused with all errors @throws ConfirmationRequired */
async function confirmDraft(context: Context, input: CommandInput): Promise<DraftedOrder> {
  const draft = await readDraft(context, input.options);
  requireConfirmation(input, [describeDraft(context, draft), "Place this order?"].join("\n"));
  return draft;
}

async function readDraft(context: Context, typed: CommandInput["options"]): Promise<DraftedOrder> {
  const { order, items, discount, errors } = readPhoneOrder(typed);
  const notBefore = order?.payload.notBefore;
  const wrongDay = notBefore && findNotBeforeError(notBefore, context.now());
  const lines = await checkLines(context, items);
  const pieceErrors = [...lines.errors, ...lines.shortages];
  const fields: Record<string, string> = {
    ...(pieceErrors.length > 0 && {
      line: "Some of these pieces cannot be ordered. Please change them.",
    }),
    ...(wrongDay && { "not-before": wrongDay }),
  };
  for (const { option, message } of errors) fields[option] = joinTexts(" ", fields[option], message);
  if (!order || Object.keys(fields).length > 0)
    throw new UsageError(["The order cannot be placed:", ...pieceErrors].join("\n"), fields);
  return draftOrder(context, order, readPaid(typed), discount);
}

function readPaid({
  paid,
  reference,
  cash,
}: Readonly<Record<string, string | undefined>>): HandPayment | null {
  if (paid === undefined) return null;
  if (cash !== undefined)
    throw refuseField(
      "cash",
      "The order is already paid. Clear this field, or choose “Not yet” under “Has the customer paid?”.",
    );
  return parsePaidByHand(paid as HandPaymentMethod, reference);
}

function describeDraft(context: Context, draft: DraftedOrder): string {
  const { order, lines, paid, sameReference, discount } = draft;
  const { payable, createdAt, payUntil, shippingAddress: to } = order;
  const isDelivered = listDeliveredStates(getShopRules(context).deliverTo).includes(to.state);
  const due = order.cash ? "confirmed" : "paid";
  const when = paid
    ? `, paid by ${byHandMethods[paid.by]}${paid.reference && `, ${paid.reference}`}`
    : payUntil
      ? `, ${order.cash ? "cash on delivery; " : ""}to be ${due} ${formatDeadline(createdAt, payUntil)}`
      : ", nothing to pay";
  return [
    `For ${order.contact.email ? formatCustomer(order) : getContactName(getBuyer(order.contact))}, who ${describeAccount(draft)}:`,
    `${describeSum(lines, order)}${when}`,
    ...toLines(sameReference ?? undefined),
    ...warnOfDiscount(discount, order),
    `To ${joinTexts(", ", order.contact.buyer && getContactName(order.contact), to.street, formatPlace(to))}, phone ${to.phoneNumber}`,
    ...(order.gift ? [describeGift(order.gift)] : []),
    ...toLines(describeNotBefore(order.promised) ?? undefined),
    ...(paid || order.cash || !isTooMuchOnline(payable) ? [] : [NO_LINK]),
    ...(isDelivered
      ? []
      : [`Your rules say that the shop does not deliver to ${to.state}. Can you send this order there?`]),
    ...toLines(warnOfPin(order)),
  ].join("\n");
}

function warnOfPin({ shippingAddress: { zipCode, state } }: OrderRow): string | undefined {
  const doubt = describePinDoubt(zipCode, state);
  return doubt === null ? undefined : `${doubt}. The GST depends on the state. Please check the address.`;
}

const describeSum = (
  lines: readonly OrderedLine[],
  { shipping, coupon, payable }: Pick<OrderRow, "shipping" | "coupon" | "payable">,
): string =>
  [
    ...lines.map(
      ({ quantity, title, unitPrice }) =>
        `${quantity} × ${title}, ${formatRupeesGrouped(unitPrice * quantity)}`,
    ),
    ...(shipping > 0 ? [`Shipping, ${formatRupeesGrouped(shipping)}`] : []),
    `With GST${coupon > 0 ? `, less the discount of ${formatRupeesGrouped(coupon)}` : ""}: ${formatRupeesGrouped(payable)}`,
  ].join("\n");

/** Returns for example `within 24 hours`, or `by` and the time if the number of hours is not whole. */
function formatDeadline(from: Date, deadline: Date): string {
  const hours = (deadline.getTime() - from.getTime()) / HOUR;
  return Number.isInteger(hours) ? `within ${formatCount(hours, "hour")}` : `by ${formatDateTime(deadline)}`;
}

function describeAccount({ account, order: { contact }, paid }: DraftedOrder): string {
  if (contact.email === "")
    return `has no e-mail address, so tell them yourself ${paid ? "" : "how to pay and "}when the parcel is sent`;
  if (account === null) return "will get a new account without a password";
  if (account.hasVerifiedMailbox) return "has an account";
  return account.hasPassword
    ? "has an account with an unconfirmed e-mail address. For safety, the account is emptied (name, addresses, bag, unpaid orders) and needs a new password. Orders by phone are kept"
    : "has an account without a password";
}

function describeTakenOrder(context: Context, order: OrderRow, lines: readonly OrderedLine[]) {
  const { orderId } = order;
  const { facts, paymentLink } = describeOrder(context, order, lines);
  return {
    title: `Order ${orderId}`,
    facts,
    message: joinTexts(" ", describeNextStep(order, paymentLink), warnOfPin(order)),
    data: { ...toPlainOrder(order), ...(paymentLink && { paymentLink }) },
  };
}

function describeNextStep(
  { orderId, payUntil, paymentStatus, cash, contact }: OrderRow,
  link: string | null,
): string {
  const hasMail = contact.email !== "";
  if (!payUntil)
    return hasMail
      ? `${orderId} is placed. There is nothing to pay, and the customer gets the confirmation.`
      : `${orderId} is placed, and there is nothing to pay.`;
  if (wasPaid(paymentStatus))
    return `${orderId} is placed and paid. Its invoice is issued, and it is in the list of orders to pack.`;
  const placed = `${orderId} is placed, and its pieces are reserved until ${formatDateTime(payUntil)}.`;
  if (link === null)
    return `${placed} ${NO_LINK} When the money has arrived, record the payment with the order.${hasMail ? " The customer gets an e-mail about this." : ""}`;
  if (hasMail)
    return `${placed} The customer gets an e-mail with the link to ${cash ? "confirm it. If they have already agreed, confirm the order for them." : "pay."}`;
  return `${placed} ${cash ? "If the customer has agreed, confirm the order for them." : "Send the customer the link to pay. If they have paid you directly, record the payment with the order."}`;
}

const NO_LINK = `More than ${formatRupeesGrouped(onlineLimits.most)} cannot be paid online in one payment, so there is no link to pay. Agree with the customer on a bank transfer.`;

interface DraftedOrder {
  order: OrderRow;
  lines: readonly OrderedLine[];
  account: LockedAccount | null;
  paid: HandPayment | null;
  sameReference: string | null;
  discount: Coupon | null;
}

/** Prepares the order without saving it. @throws CommandRefused if the catalogue has changed or cash is not possible */
async function draftOrder(
  context: Context,
  { payload, hours }: PhoneOrder,
  paid: HandPayment | null,
  discount: Coupon | null,
): Promise<DraftedOrder> {
  const { lines, rates } = await pricePieces(context, payload, discount);
  const now = context.now();
  const {
    contact,
    shippingAddress: { recipient, ...shippingAddress },
  } = payload;
  const ordered = { contact: findParties(contact, recipient, null), shippingAddress };
  const account = await context.transact((tx) => lockAccountByEmail(tx, getMailbox(ordered)));
  const draft = createOrder(now, {
    orderId: "",
    accountId: account?.id ?? "",
    idempotency: null,
    payload,
    lines,
    rates,
    destination: { contact: findParties(contact, recipient, account), shippingAddress },
  });
  refuseIf(findCashOrderRefusal(context, draft));
  const payUntil =
    draft.payable === 0
      ? null
      : endBeforeRateChange(context, lines, { ...draft, payUntil: new Date(now.getTime() + hours * HOUR) });
  return {
    order: { ...draft, payUntil, byPhone: true },
    lines,
    account,
    paid,
    sameReference: paid && (await describeSameReference(context.db, paid, "")),
    discount,
  };
}

/** A discount replaces the shop's coupon. @throws CommandRefused if a product has changed */
async function pricePieces(
  context: Context,
  payload: Pick<NewOrder, "items">,
  discount: Coupon | null,
): Promise<{ lines: readonly OrderedLine[]; rates: TaxRates }> {
  const priced = await priceOrder(context, payload);
  if (isRefused(priced)) throw new CommandRefused("The catalogue has just changed. Please try again.");
  const { lines, rates } = priced;
  return discount === null ? priced : { lines, rates: { ...rates, coupon: discount } };
}

function findCashOrderRefusal(context: Context, order: OrderRow): string | null {
  const { message } = refuseCash(context, order)?.extra ?? {};
  if (message === undefined) return null;
  return getShopRules(context).cashOnDelivery
    ? message
    : "Your shop does not offer cash on delivery. You can switch it on in the selling rules.";
}

/** Places the order without the limits of T35, because the owner knows the customer. @throws CommandRefused */
const takeOrder = (context: Context, draft: DraftedOrder): Promise<OrderRow> =>
  withFreeOrderId(context, (orderId) =>
    context.transact((tx) => takeInTransaction(context, tx, draft, orderId)),
  );

async function takeInTransaction(
  context: Context,
  tx: Tx,
  { order: draft, lines, paid }: DraftedOrder,
  orderId: string,
): Promise<OrderRow> {
  const accountId = await findOrOpenAccount(context, tx, draft);
  const states = await lockStates(tx, await readStates(tx, lines), { isSold: draft.payable === 0 });
  const shortages = findShortages(states, lines);
  if (shortages.length > 0)
    throw new CommandRefused(describeShortages(shortages, lines, "ordered").join("\n"));
  const promise = buildOrderRules(context, draft, lines, states);
  return addOrder(context, tx, {
    order: { ...draft, orderId, accountId, promised: promise },
    lines,
    states,
    paid,
  });
}

/**
 * Creates the customer's account, or locks the existing one. Deletes unverified data of an existing account,
 * because a stranger may have entered it (T9).
 */
async function findOrOpenAccount(context: Context, tx: Tx, order: OrderRow): Promise<string> {
  const email = getMailbox(order);
  const phoneNumber = getBuyerPhone(order);
  const person = { ...getBuyer(order.contact), email, phoneNumber, passwordHash: null };
  const created = await openAccount(tx, context, person, null);
  if (created) return created.id;
  const existingAccount = await lockAccountByEmail(tx, email);
  if (!existingAccount)
    throw new CommandRefused("The customer has just deleted their account. Please try again.");
  await deleteUnverifiedData(tx, context, existingAccount.id, null);
  return existingAccount.id;
}

/** Returns the customer's e-mail address. If missing, returns the phone number at an invalid domain (RFC 2606). */
const getMailbox = ({ contact, shippingAddress }: Pick<OrderRow, "contact" | "shippingAddress">): string =>
  contact.email || `${getBuyerPhone({ contact, shippingAddress })}${NO_MAILBOX}`;

async function lockAccountByEmail(tx: Tx, email: string): Promise<LockedAccount | null> {
  const account = await findAccountByEmail(tx, email);
  return account && lockAccount(tx, account.id);
}

async function checkLines(
  context: Context,
  items: NewOrder["items"],
): Promise<{ errors: string[]; shortages: string[]; scarceIds: ReadonlySet<string> }> {
  const products = await findProducts(
    context,
    items.map(({ productId }) => productId),
  );
  const errors = items
    .filter(({ productId }) => !products.has(productId))
    .map(({ productId }) => `There is no product “${productId}”. Check its name in the list of products.`);
  const available = items.filter(({ productId }) => products.has(productId));
  const lines = await priceLines(context, available);
  if (isRefused(lines)) {
    const tooMany = lines.code === "too_many_pieces" ? toLines(lines.extra.message) : [];
    return { errors: [...errors, ...tooMany], shortages: [], scarceIds: new Set() };
  }
  const states = await context.transact((tx) => readStates(tx, lines));
  const shortages = findShortages(states, lines);
  return {
    errors,
    shortages: describeShortages(shortages, lines, "ordered"),
    scarceIds: new Set(shortages.map(({ productId }) => productId)),
  };
}
