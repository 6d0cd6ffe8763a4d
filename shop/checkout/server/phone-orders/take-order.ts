import { HOUR } from "#contract/time.ts";
import {
  dropUnproven,
  findAccountByEmail,
  type HeldAccount,
  holdAccount,
  openAccount,
} from "#shop/accounts/server/index.ts";
import { findShortages, holdStock, readStates, writeReservation } from "#shop/inventory/server/index.ts";
import { openPayment } from "#shop/payments/server/index.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { isRefused } from "#platform/http/refuse.ts";
import { orderTaken } from "#shop/orders/events.ts";
import {
  changeStatus,
  generateOrderId,
  type OrderRow,
  publishChange,
  withFreeOrderId,
} from "#shop/orders/server/index.ts";
import { createOrder, insertOrder } from "../insert-order.ts";
import { priceOrder } from "../price-order.ts";
import type { OrderedLine } from "../priced-lines.ts";
import { describeShortages } from "./list-line-errors.ts";
import type { PhoneOrder } from "./read-phone-order.ts";

/** An order as it would be stored now, but for its `orderId`, which is drawn when it is taken. */
export interface DraftedOrder {
  order: OrderRow;
  lines: readonly OrderedLine[];
  /** The customer's account; null where one is opened with the order. */
  account: HeldAccount | null;
}

/** What an order would be that has no errors. Nothing is written. @throws CommandRefused when that changed just now */
export async function draftOrder(context: Context, { payload, hours }: PhoneOrder): Promise<DraftedOrder> {
  const priced = await priceOrder(context, payload);
  if (isRefused(priced)) throw new CommandRefused("The catalogue has just changed. Please say it again.");
  const { lines, rates } = priced;
  const now = context.now();
  const { contact, shippingAddress } = payload;
  const account = await context.transact((tx) => findHeldAccount(tx, contact.email));
  const draft = createOrder(now, {
    accountId: account?.id ?? "",
    idempotency: null,
    payload,
    lines,
    rates,
    destination: { contact, shippingAddress },
  });
  const payUntil = draft.payable === 0 ? null : new Date(now.getTime() + hours * HOUR);
  return { order: { ...draft, payUntil, byPhone: true }, lines, account };
}

/**
 * Takes the order of a draft: its goods are held and its payment is opened, as at the checkout, and its customer gets a mail with
 * the link to pay. The limits of unpaid orders (T35) are not asked: the owner vouches for it. @throws CommandRefused
 */
export const takeOrder = (context: Context, draft: DraftedOrder): Promise<OrderRow> =>
  withFreeOrderId(() => context.transact((tx) => takeInTransaction(context, tx, draft)));

async function takeInTransaction(context: Context, tx: Tx, { order: draft, lines }: DraftedOrder) {
  const accountId = await findOrOpenAccount(context, tx, draft);
  const isFree = draft.payable === 0;
  const states = await holdStock(tx, await readStates(tx, lines), { isSold: isFree });
  const shortages = findShortages(states, lines);
  if (shortages.length > 0) throw new CommandRefused(describeShortages(shortages).join("\n"));
  const order = { ...draft, orderId: generateOrderId(), accountId };
  await insertOrder(tx, order, lines);
  await writeReservation(tx, { orderId: order.id, turn: 1, lines, states });
  if (isFree) return changeStatus(context, tx, order, "Processing"); // paid by nature (D5)
  const { orderId, payable: amountPaise, payUntil: expiresAt } = order;
  if (expiresAt === null) throw new Error("an order to be paid has no last moment");
  await openPayment(context, tx, { orderId, accountId, amountPaise, expiresAt, linkMailed: true });
  await publishChange(context, tx, order);
  await context.outbox.publish(tx, orderTaken, { orderId, accountId });
  return order;
}

/**
 * The account of this mailbox, held; a new one has no password until its owner sets one by mail. One whose mailbox no one
 * has proven is emptied first: whoever registered it may be a stranger, who must not read the order, and whose name and
 * address are not its customer's (T9).
 */
async function findOrOpenAccount(context: Context, tx: Tx, order: OrderRow): Promise<string> {
  const { contact, shippingAddress } = order;
  const { phoneNumber } = shippingAddress;
  const opened = await openAccount(tx, context, { ...contact, phoneNumber, passwordHash: null }, null);
  if (opened) return opened.id;
  const held = await findHeldAccount(tx, contact.email);
  if (!held) throw new CommandRefused("The customer has just deleted their account. Please say it again.");
  await dropUnproven(tx, context, held.id, null);
  return held.id;
}

async function findHeldAccount(tx: Tx, email: string): Promise<HeldAccount | null> {
  const found = await findAccountByEmail(tx, email);
  return found && holdAccount(tx, found.id);
}
