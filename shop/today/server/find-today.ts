import type { ReturnedData } from "#contract/command-data.ts";
import { deskLinks } from "#contract/desk-links.ts";
import { getAnswerDeadline } from "#shop/orders/cancellation.ts";
import { formatName } from "#contract/person-name.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { AHEAD_OF_UTC_MS, formatDateTime } from "#contract/dates.ts";
import { formatCount } from "#contract/text.ts";
import { DAY } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import { checkOutbox } from "#platform/checks/outbox.ts";
import { checkDisk } from "#platform/storage/disk-space.ts";
import { countWaiting } from "#shop/back-in-stock/server/index.ts";
import { checkHsn, findProductRecords, listLowStock } from "#shop/catalogue/server/index.ts";
import { listUnanswered } from "#shop/contact/server/index.ts";
import { sumSales } from "#shop/invoices/server/index.ts";
import { listOrders, type OrderRow } from "#shop/orders/server/index.ts";
import { listParcelsToPack, type ParcelToPack } from "#shop/parcels/server/index.ts";
import { findReturns, type FoundReturn } from "#shop/returns/server/index.ts";
import { listWaitingReviews } from "#shop/reviews/server/index.ts";
import { checkPayments } from "#shop/payments/server/index.ts";
import { formatDispatchDay, formatIsoDay } from "#shop/policies/delivery-dates.ts";
import type { todayData } from "../command-results.ts";

export type Today = Omit<ReturnedData<typeof todayData>, "firstSteps">;

export async function findToday(context: Context): Promise<Today> {
  const { db, now } = context;
  const today = getShopDay(now());
  const toMoment = (days: number) => new Date(today + days * DAY - AHEAD_OF_UTC_MS);
  const sumDays = (from: number, to: number) => sumSales(db, toMoment(from), toMoment(to));
  const waitingPeople = new Map((await countWaiting(db)).map(({ productId, people }) => [productId, people]));
  const returns = [...(await findReturns({ db }, "Requested")), ...(await findReturns({ db }, "Received"))];
  const reviews = await listWaitingReviews(db);
  const titles = await findProductRecords(
    db,
    reviews.map(({ productId }) => productId),
  );
  return {
    toPack: (await listParcelsToPack(db)).map((parcel) => describePacking(parcel, today)),
    toAnswer: [
      ...(await listOrders(db, { cancellation: "Pending" })).map((order) => describeRequest(order, now())),
      ...returns.map(describeReturn),
      ...(await listUnanswered(context.db)).map(describeMessage),
      ...reviews.map((review) => describeReview(review, titles.get(review.productId)?.title)),
    ],
    comingBack: (await findReturns({ db }, "Accepted")).map(describeComingBack),
    lowStock: (await listLowStock(context)).map(({ productId, title, left }) => ({
      about: title,
      what: `${left === 0 ? "no pieces" : formatCount(left, "piece")} left${describeWaiting(waitingPeople.get(productId) ?? 0)}`,
      remedy: "When you have more pieces, set the stock of the product",
      screen: deskLinks.product(productId),
    })),
    trouble: [
      ...(await checkPayments(context)),
      ...(await checkOutbox(context)),
      ...(await checkDisk(context.config.dataDir)),
      ...(await checkHsn(context)),
    ],
    yesterday: await sumDays(-1, 0),
    sinceMidnight: await sumDays(0, 1),
    week: await sumDays(-6, 1),
    weekBefore: await sumDays(-13, -6),
  };
}

const describeWaiting = (people: number): string =>
  people === 0 ? "" : `, ${formatCount(people, "person", "people")} asked for an e-mail`;

/** Returns the date in the shop's time zone, as the timestamp of midnight UTC on that date. */
function getShopDay(date: Date): number {
  const wallClock = date.getTime() + AHEAD_OF_UTC_MS;
  return wallClock - (wallClock % DAY);
}

function describePacking({ order, isRest, replacedSince, position, dueAt }: ParcelToPack, today: number) {
  const notBefore = replacedSince ? undefined : order.promised?.notBefore;
  const description = replacedSince ? "replacement to send, " : isRest ? "the rest of it, " : "";
  return {
    about: order.orderId,
    what: `${formatName(order.contact)}, ${order.shippingAddress.city}, ${formatRupeesGrouped(order.payable - (order.refundAmount ?? 0))}: ${description}dispatch by ${formatDispatchDay(dueAt)}${order.gift ? ", a gift" : ""}${notBefore ? `, not before ${formatIsoDay(notBefore)}` : ""}${order.paymentStatus === "Pending" ? ", cash on delivery" : ""}`,
    remedy: `Dispatch ${replacedSince ? `parcel ${position}` : "the order"} with its courier and tracking number`,
    packBy: dueAt.getTime(),
    isOverdue: dueAt.getTime() < today,
    screen: deskLinks.order(order.orderId),
  };
}

function describeRequest(order: OrderRow, now: Date) {
  const answerBy = getAnswerDeadline(order);
  return {
    about: order.orderId,
    what: `the customer asks to cancel the order: answer by ${formatDateTime(answerBy)}`,
    remedy: "Approve or decline the request",
    isOverdue: answerBy < now,
    screen: deskLinks.order(order.orderId),
  };
}

const describeReturn = ({ order: { orderId }, request: { status }, number }: FoundReturn) => ({
  about: orderId,
  what:
    status === "Received"
      ? `the returned pieces have arrived${nameReturn(number)}`
      : `the customer asks to return pieces${nameReturn(number)}`,
  remedy:
    status === "Received"
      ? "Refund the return, and put the pieces back in stock if they are as new"
      : "Accept or refuse the return",
  isOverdue: false,
  screen: deskLinks.order(orderId),
});

const describeComingBack = ({ order: { orderId }, number }: FoundReturn) => ({
  about: orderId,
  what: `the pieces are on their way back${nameReturn(number)}`,
  remedy: "When the parcel has arrived, refund the return",
  screen: deskLinks.order(orderId),
});

const nameReturn = (number: number): string => (number === 1 ? "" : ` (return ${number})`);

type Message = Awaited<ReturnType<typeof listUnanswered>>[number];

const describeMessage = ({ name, email, receivedAt }: Message) => ({
  about: email,
  what: `${name} wrote on ${formatDateTime(receivedAt)}`,
  remedy: "Answer the message",
  isOverdue: false,
  screen: deskLinks.messages(),
});

type Review = Awaited<ReturnType<typeof listWaitingReviews>>[number];

const describeReview = ({ name, rating, productId }: Review, title = productId) => ({
  about: title,
  what: `${name} rated the product with ${formatCount(rating, "star")}`,
  remedy: "Show or reject the review",
  isOverdue: false,
  screen: deskLinks.reviews(),
});
