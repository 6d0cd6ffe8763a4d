import type { ReturnedData } from "#contract/command-data.ts";
import { deskLinks } from "#contract/desk-links.ts";
import { getAnswerDeadline } from "#shop/orders/cancellation.ts";
import { formatName } from "#contract/person-name.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { formatDateTime, getEndOfDay } from "#contract/dates.ts";
import { formatCount, joinTexts, toPrintable } from "#contract/text.ts";
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
import { calculateReplyDay, formatDispatchDay, formatIsoDay } from "#shop/policies/delivery-dates.ts";
import { getRules } from "#shop/policies/rules.ts";
import type { todayData } from "../command-results.ts";

export type Today = Omit<ReturnedData<typeof todayData>, "firstSteps">;

export async function findToday(context: Context): Promise<Today> {
  const { db, now } = context;
  const tomorrow = getEndOfDay(now()).getTime();
  const toMoment = (days: number) => new Date(tomorrow + (days - 1) * DAY);
  const sumDays = (from: number, to: number) => sumSales(db, toMoment(from), toMoment(to));
  const waitingPeople = new Map((await countWaiting(db)).map(({ productId, people }) => [productId, people]));
  const returns = [...(await findReturns({ db }, "Requested")), ...(await findReturns({ db }, "Received"))];
  const reviews = await listWaitingReviews(db);
  const titles = await findProductRecords(
    db,
    reviews.map(({ productId }) => productId),
  );
  return {
    toPack: (await listParcelsToPack(db)).map(describePacking).map((task) => addUrgency(task, now())),
    toAnswer: [
      ...(await listOrders(db, { cancellation: "Pending" })).map(describeRequest),
      ...returns.map(describeReturn),
      ...(await listUnanswered(context)).map(describeMessage),
      ...reviews.map((review) => describeReview(review, titles.get(review.productId)?.title)),
    ]
      .map((task) => addUrgency(task, now()))
      .toSorted(compareUrgency),
    comingBack: (await findReturns({ db }, "Accepted")).map(describeComingBack),
    lowStock: (await listLowStock(context)).map(({ productId, title, left }) => ({
      about: title,
      what: `${left === 0 ? "no pieces" : formatCount(left, "piece")} left${describeWaiting(waitingPeople.get(productId) ?? 0)}`,
      remedy: "When you have more pieces, set the stock of the product",
      screen: deskLinks.product(productId),
    })),
    trouble: [
      ...(await listPaymentProblems(context)),
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

/** Lists the problems with payments. Those about an order begin with the customer's name. */
async function listPaymentProblems(context: Context) {
  const problems = await checkPayments(context);
  const orders = await listOrders(context.db, { orderIds: problems.map(({ about }) => about) });
  return problems.map((problem) => {
    const order = orders.find(({ orderId }) => orderId === problem.about);
    return order ? { ...problem, what: `${nameBuyer(order)}: ${problem.what}` } : problem;
  });
}

const describeWaiting = (people: number): string =>
  people === 0 ? "" : `, ${formatCount(people, "person", "people")} asked for an e-mail`;

type Task = Today["toAnswer"][number];

type DatedTask = Omit<Task, "isOverdue">;

const addUrgency = (task: DatedTask, now: Date): Task => ({
  ...task,
  isOverdue: task.dueAt !== null && task.dueAt < now,
});

const compareUrgency = (first: Task, other: Task): number =>
  Number(first.dueAt ?? Infinity) - Number(other.dueAt ?? Infinity) ||
  Number(first.since) - Number(other.since);

function describePacking({ order, lines, isRest, replacedSince, position, dueAt }: ParcelToPack): DatedTask {
  const notBefore = replacedSince ? undefined : order.promised?.notBefore;
  const [first, ...others] = lines;
  const pieces = `${first ? `${first.quantity} × ${first.title}` : ""}${others.length > 0 ? ` + ${others.length} more` : ""}`;
  return {
    about: order.orderId,
    what: joinTexts(
      ", ",
      `${pieces}: ${formatName(order.contact)}`,
      order.shippingAddress.city,
      replacedSince ? "" : formatRupeesGrouped(order.payable - (order.refundAmount ?? 0)),
      replacedSince ? "replacement to send, free of charge" : isRest ? "the rest of it" : "",
      order.gift ? "a gift" : "",
      notBefore ? `not before ${formatIsoDay(notBefore)}` : "",
      order.paymentStatus === "Pending" ? "cash on delivery" : "",
    ),
    remedy: `Dispatch ${replacedSince ? `parcel ${position}` : "the order"} by ${formatDispatchDay(dueAt)}, with its courier and tracking number`,
    since: replacedSince ?? order.createdAt,
    dueAt: getEndOfDay(dueAt),
    screen: deskLinks.order(order.orderId),
  };
}

function describeRequest(order: OrderRow): DatedTask {
  const answerBy = getAnswerDeadline(order);
  return {
    about: order.orderId,
    what: `${describeBuyer(order)}: asks to cancel the order`,
    remedy: `Approve or decline the request by ${formatDateTime(answerBy)}`,
    since: order.cancellationRequestedAt ?? order.updatedAt,
    dueAt: answerBy,
    screen: deskLinks.order(order.orderId),
  };
}

const nameBuyer = ({ contact }: OrderRow): string => formatName(contact.buyer ?? contact);

const describeBuyer = (order: OrderRow): string =>
  `${nameBuyer(order)}, ${formatRupeesGrouped(order.payable)}`;

function describeReturn({ order, request, number }: FoundReturn): DatedTask {
  const hasArrived = request.status === "Received";
  const since = new Date(request.requestedAt);
  const pieces = request.pieces.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    about: order.orderId,
    what: `${describeBuyer(order)}: ${hasArrived ? "the returned pieces have arrived" : `asks to return ${formatCount(pieces, "piece")}`}${nameReturn(number)}`,
    remedy: hasArrived
      ? "Refund the return, and put the pieces back in stock if they are as new"
      : "Accept or refuse the return",
    since,
    dueAt: hasArrived ? null : getEndOfDay(calculateReplyDay(since, getRules(order.promised))),
    screen: deskLinks.order(order.orderId),
  };
}

const describeComingBack = ({ order, number }: FoundReturn) => ({
  about: order.orderId,
  what: `${describeBuyer(order)}: the pieces are on their way back${nameReturn(number)}`,
  remedy: "When the parcel has arrived, refund the return",
  screen: deskLinks.order(order.orderId),
});

const nameReturn = (number: number): string => (number === 1 ? "" : ` (return ${number})`);

type Message = Awaited<ReturnType<typeof listUnanswered>>[number];

const MAX_QUOTE_LENGTH = 80;

/** Cuts a long text after a word. */
const shortenText = (text: string): string =>
  text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH).replace(/\s+\S*$/, "")}…` : text;

function describeMessage({ name, email, message, receivedAt, dueAt }: Message): DatedTask {
  const quote = shortenText(toPrintable(message));
  return {
    about: name,
    what: quote ? `“${quote}”` : "wrote a message without text",
    remedy: `Answer the message from ${email} of ${formatDateTime(receivedAt)}`,
    since: receivedAt,
    dueAt,
    screen: deskLinks.messages(email),
  };
}

type Review = Awaited<ReturnType<typeof listWaitingReviews>>[number];

const describeReview = ({ name, rating, productId, changedAt }: Review, title = productId): DatedTask => ({
  about: title,
  what: `${name} rated the product with ${formatCount(rating, "star")}`,
  remedy: "Show or reject the review",
  since: changedAt,
  dueAt: null,
  screen: deskLinks.reviews(),
});
