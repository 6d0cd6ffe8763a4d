import { formatRupees } from "#contract/money.ts";
import { formatDateTime } from "#contract/dates.ts";
import type { Context } from "#platform/context.ts";
import type { Finding } from "#platform/finding.ts";
import { listLowStock } from "#server/catalogue";
import { listUnanswered } from "#server/contact";
import { findOrdersToday, type OrdersToday } from "#server/orders";
import { checkPayments } from "#server/payments";
import { formatDispatchDay } from "#shop/policies/delivery-dates.ts";

/** What an owner wants to know in the morning. Findings say what to do about them. */
export interface Today {
  toPack: (Finding & { isOverdue: boolean })[];
  toAnswer: (Finding & { isOverdue: boolean })[];
  lowStock: Finding[];
  trouble: Finding[];
  yesterday: OrdersToday["yesterday"];
}

export async function findToday(context: Context): Promise<Today> {
  const { toPack, toDecide, toReturn, yesterday } = await findOrdersToday(context);
  return {
    toPack: toPack.map(({ order, packBy, isOverdue }) => ({
      about: order.orderId,
      what: `${order.contact.firstName} ${order.contact.lastName}, ${order.shippingAddress.city}, ${formatRupees(order.payable)}: to leave by ${formatDispatchDay(packBy)}`,
      remedy: `orders dispatch ${order.orderId} --courier … --number …`,
      isOverdue,
    })),
    toAnswer: [
      ...toDecide.map(describeRequest),
      ...toReturn.map(describeReturn),
      ...(await listUnanswered(context.db)).map(describeMessage),
    ],
    lowStock: (await listLowStock(context)).map(({ productId, title, left }) => ({
      about: productId,
      what: `${title}: ${left === 0 ? "none" : left} left`,
      remedy: `products set-stock ${productId} …`,
    })),
    trouble: await checkPayments(context),
    yesterday,
  };
}

const describeRequest = ({ order, answerBy, isOverdue }: OrdersToday["toDecide"][number]) => ({
  about: order.orderId,
  what: `its customer asks to cancel it: answer by ${formatDateTime(answerBy)}`,
  remedy: `cancellations approve ${order.orderId}, or decline`,
  isOverdue,
});

const describeReturn = ({ orderId, returnRequest }: OrdersToday["toReturn"][number]) => ({
  about: orderId,
  what:
    returnRequest?.status === "Received"
      ? "its returned pieces are here: look at them and send the money"
      : "its customer asks to return pieces",
  remedy:
    returnRequest?.status === "Received"
      ? `returns refund ${orderId}, with --restock if they are as new`
      : `returns accept ${orderId}, or refuse`,
  isOverdue: false,
});

type Message = Awaited<ReturnType<typeof listUnanswered>>[number];

const describeMessage = ({ id, name, email, receivedAt }: Message) => ({
  about: email,
  what: `${name} wrote on ${formatDateTime(receivedAt)}`,
  remedy: `messages list, answer by mail, then messages answered ${id}`,
  isOverdue: false,
});
