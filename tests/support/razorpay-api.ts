import type { IncomingMessage } from "node:http";
import {
  type Fields,
  generateId,
  type RazorpayOrder,
  type RazorpayPayment,
  type RazorpayRefund,
  toSeconds,
} from "./razorpay-entities.ts";
import { type Answer, createList, createRefusal } from "./razorpay-responses.ts";

/** Razorpay's records. */
interface Records {
  orders: RazorpayOrder[];
  payments: RazorpayPayment[];
  refunds: RazorpayRefund[];
}

/** Answers the calls of Razorpay's API from its books. */
export function createRazorpayApi(
  records: Records,
  now: () => Date,
): (request: IncomingMessage, body: Fields) => Answer {
  const refundKeys = new Map<string, string>();
  const serve = (request: IncomingMessage, body: Fields): Answer => {
    const url = new URL(request.url ?? "/", "http://razorpay.example");
    const [, version, kind, id, what] = url.pathname.split("/");
    if (version !== "v1") return createRefusal("The requested URL was not found on the server.");
    if (kind === "orders" && id === undefined)
      return request.method === "POST"
        ? createOrder(body)
        : createList(listOrdersWith(url.searchParams.get("receipt")));
    if (kind === "orders" && what === "payments")
      return createList(records.payments.filter(({ order_id }) => order_id === id));
    const payment = records.payments.find((one) => one.id === id);
    if (kind !== "payments" || !payment) return createRefusal("The id provided does not exist");
    if (what === "capture") return capture(payment, body);
    if (what === "refunds") return createList(records.refunds.filter(({ payment_id }) => payment_id === id));
    if (what === "refund")
      return refundPayment(payment, body, String(request.headers["x-refund-idempotency"]));
    return createRefusal("The requested URL was not found on the server.");
  };

  const listOrdersWith = (receipt: string | null) =>
    records.orders.filter((order) => order.receipt === receipt);

  function createOrder({ amount, currency, receipt, notes }: Fields): Answer {
    if (!Number.isInteger(amount) || Number(amount) < 100)
      return createRefusal("Order amount less than minimum amount allowed");
    if (String(receipt).length > 40)
      return createRefusal("The receipt may not be greater than 40 characters.");
    const order = {
      id: generateId("order"),
      entity: "order",
      amount: Number(amount),
      amount_paid: 0,
      amount_due: Number(amount),
      currency: String(currency),
      receipt: String(receipt),
      offer_id: null,
      status: "created",
      attempts: 0,
      notes,
      created_at: toSeconds(now),
    };
    records.orders.push(order);
    return [200, order];
  }

  function capture(payment: RazorpayPayment, { amount, currency }: Fields): Answer {
    if (payment.status === "captured") return createRefusal("This payment has already been captured");
    if (payment.status !== "authorized")
      return createRefusal("Only payments which have been authorized and not yet captured can be captured");
    if (amount !== payment.amount || currency !== payment.currency)
      return createRefusal("Capture amount must be equal to the amount authorized");
    Object.assign(payment, { status: "captured", captured: true });
    return [200, payment];
  }

  function refundPayment(
    payment: RazorpayPayment,
    { amount, receipt, notes = [] }: Fields,
    key: string,
  ): Answer {
    if (!/^[\w-]{10,}$/.test(key))
      return createRefusal("The idempotency key must be at least 10 characters.");
    const requested = JSON.stringify([payment.id, amount, receipt]);
    const earlier = records.refunds.find((one) => one["key"] === key);
    if (earlier && refundKeys.get(key) !== requested)
      return createRefusal("Different request with the same idempotency key has already been processed.");
    if (earlier) return [200, earlier];
    if (!payment.captured)
      return createRefusal("The payment status should be captured for action to be taken");
    const gone = records.refunds
      .filter((one) => one.payment_id === payment.id && one.status !== "failed")
      .reduce((sum, one) => sum + one.amount, 0);
    if (gone + Number(amount) > payment.amount)
      return createRefusal("The total refund amount is greater than the refund payment amount");
    const refund: RazorpayRefund = {
      id: generateId("rfnd"),
      entity: "refund",
      amount: Number(amount),
      currency: payment.currency,
      payment_id: payment.id,
      receipt: typeof receipt === "string" ? receipt : null,
      notes,
      status: "processed",
      speed_requested: "normal",
      created_at: toSeconds(now),
      key,
    };
    refundKeys.set(key, requested);
    records.refunds.push(refund);
    return [200, refund];
  }
  return serve;
}
