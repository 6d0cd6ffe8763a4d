import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { Razorpay } from "#platform/razorpay-settings.ts";

type Fields = Record<string, unknown>;

interface RazorpayOrder extends Fields {
  id: string;
  amount: number;
  currency: string;
  receipt: string;
}

export interface RazorpayPayment extends Fields {
  id: string;
  order_id: string | null;
  amount: number;
  currency: string;
  status: "created" | "authorized" | "captured" | "refunded" | "failed";
  captured: boolean;
}

interface RazorpayRefund extends Fields {
  id: string;
  payment_id: string;
  amount: number;
  receipt: string | null;
  status: "pending" | "processed" | "failed";
}

/** Razorpay's API on this machine, as its documentation describes it: orders, payments, captures, refunds, webhooks. */
export interface RazorpayServer {
  account: Razorpay;
  /** What the shop's environment says of it. */
  settings: Record<string, string>;
  orders: RazorpayOrder[];
  payments: RazorpayPayment[];
  refunds: RazorpayRefund[];
  /** `POST /v1/orders`, one for each call. */
  calls: string[];
  /** A customer's try to pay an order in Razorpay's window. */
  pay(orderId: string, how?: Partial<RazorpayPayment>): RazorpayPayment;
  /** What the window then hands the page. */
  proofOf(payment: RazorpayPayment): { paymentId: string; signature: string };
  /** A webhook, signed. `secret` and `eventId` as another sender would choose them. */
  message(event: string, about: Fields, as?: { secret?: string; eventId?: string }): Message;
  /** Answers every call in its own way until it is null again; `then` does what the real one does. */
  behave: ((then: RequestListener) => RequestListener) | null;
  close(): Promise<void>;
}

export interface Message {
  body: string;
  headers: Record<string, string>;
}

const KEY_SECRET = "aVeryLongKeySecretOf24Ch";
const WEBHOOK_SECRET = "the-secret-of-the-webhook";

export async function openRazorpayServer(now: () => Date = () => new Date()): Promise<RazorpayServer> {
  const server = createServer((request, response) => {
    speaker.calls.push(`${request.method} ${request.url?.split("?")[0]}`);
    (speaker.behave?.(answer) ?? answer)(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const apiUrl = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  const keyId = "rzp_test_1DP5mmOlF5G5ag";
  const speaker: RazorpayServer = {
    account: { keyId, keySecret: KEY_SECRET, webhookSecrets: [WEBHOOK_SECRET], testMode: true, apiUrl },
    settings: {
      RAZORPAY_KEY_ID: keyId,
      RAZORPAY_KEY_SECRET: KEY_SECRET,
      RAZORPAY_WEBHOOK_SECRET: WEBHOOK_SECRET,
      RAZORPAY_API_URL: apiUrl,
    },
    orders: [],
    payments: [],
    refunds: [],
    calls: [],
    behave: null,
    pay(orderId, how = {}) {
      const order = speaker.orders.find(({ id }) => id === orderId);
      const { status = "captured" } = how;
      const payment: RazorpayPayment = {
        id: newId("pay"),
        entity: "payment",
        amount: order?.amount ?? 0,
        currency: order?.currency ?? "INR",
        status,
        order_id: orderId,
        method: "upi",
        captured: status === "captured" || status === "refunded",
        email: "asha@example.com",
        contact: "+919876543210",
        notes: [],
        error_description: status === "failed" ? "Your payment was declined by the bank." : null,
        created_at: seconds(now),
        ...how,
      };
      speaker.payments.push(payment);
      return payment;
    },
    proofOf: ({ id, order_id }) => ({ paymentId: id, signature: sign(`${order_id}|${id}`, KEY_SECRET) }),
    message(event, about, { secret = WEBHOOK_SECRET, eventId = randomBytes(7).toString("hex") } = {}) {
      const payload = Object.fromEntries(Object.entries(about).map(([name, entity]) => [name, { entity }]));
      const body = JSON.stringify({
        entity: "event",
        account_id: "acc_BFQ7uQEaa7j2z7",
        event,
        contains: Object.keys(about),
        payload,
        created_at: seconds(now),
      });
      const headers = {
        "content-type": "application/json",
        "x-razorpay-signature": sign(body, secret),
        "x-razorpay-event-id": eventId,
      };
      return { body, headers };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const keys = `Basic ${Buffer.from(`${keyId}:${KEY_SECRET}`).toString("base64")}`;
  const refundKeys = new Map<string, string>();

  function answer(request: IncomingMessage, response: ServerResponse): void {
    let text = "";
    request.on("data", (part: Buffer) => (text += part.toString()));
    request.on("end", () => {
      const [status, body] =
        request.headers.authorization === keys
          ? serve(request, text === "" ? {} : (JSON.parse(text) as Fields))
          : refusal("Authentication failed", 401);
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(typeof body === "string" ? body : JSON.stringify(body));
    });
  }

  function serve(request: IncomingMessage, body: Fields): Answer {
    const url = new URL(request.url ?? "/", apiUrl);
    const [, version, kind, id, what] = url.pathname.split("/");
    if (version !== "v1") return refusal("The requested URL was not found on the server.");
    if (kind === "orders" && id === undefined)
      return request.method === "POST" ? newOrder(body) : list(ordersWith(url.searchParams.get("receipt")));
    if (kind === "orders" && what === "payments")
      return list(speaker.payments.filter(({ order_id }) => order_id === id));
    const payment = speaker.payments.find((one) => one.id === id);
    if (kind !== "payments" || !payment) return refusal("The id provided does not exist");
    if (what === "capture") return capture(payment, body);
    if (what === "refunds") return list(speaker.refunds.filter(({ payment_id }) => payment_id === id));
    if (what === "refund")
      return refundPayment(payment, body, String(request.headers["x-refund-idempotency"]));
    return refusal("The requested URL was not found on the server.");
  }

  const ordersWith = (receipt: string | null) => speaker.orders.filter((order) => order.receipt === receipt);

  function newOrder({ amount, currency, receipt, notes }: Fields): Answer {
    if (!Number.isInteger(amount) || Number(amount) < 100)
      return refusal("Order amount less than minimum amount allowed");
    if (String(receipt).length > 40) return refusal("The receipt may not be greater than 40 characters.");
    const order = {
      id: newId("order"),
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
      created_at: seconds(now),
    };
    speaker.orders.push(order);
    return [200, order];
  }

  function capture(payment: RazorpayPayment, { amount, currency }: Fields): Answer {
    if (payment.status === "captured") return refusal("This payment has already been captured");
    if (payment.status !== "authorized")
      return refusal("Only payments which have been authorized and not yet captured can be captured");
    if (amount !== payment.amount || currency !== payment.currency)
      return refusal("Capture amount must be equal to the amount authorized");
    Object.assign(payment, { status: "captured", captured: true });
    return [200, payment];
  }

  function refundPayment(
    payment: RazorpayPayment,
    { amount, receipt, notes = [] }: Fields,
    key: string,
  ): Answer {
    if (!/^[\w-]{10,}$/.test(key)) return refusal("The idempotency key must be at least 10 characters.");
    const asked = JSON.stringify([payment.id, amount, receipt]);
    const earlier = speaker.refunds.find((one) => one["key"] === key);
    if (earlier && refundKeys.get(key) !== asked)
      return refusal("Different request with the same idempotency key has already been processed.");
    if (earlier) return [200, earlier];
    if (!payment.captured) return refusal("The payment status should be captured for action to be taken");
    const gone = speaker.refunds
      .filter((one) => one.payment_id === payment.id && one.status !== "failed")
      .reduce((sum, one) => sum + one.amount, 0);
    if (gone + Number(amount) > payment.amount)
      return refusal("The total refund amount is greater than the refund payment amount");
    const refund: RazorpayRefund = {
      id: newId("rfnd"),
      entity: "refund",
      amount: Number(amount),
      currency: payment.currency,
      payment_id: payment.id,
      receipt: typeof receipt === "string" ? receipt : null,
      notes,
      status: "processed",
      speed_requested: "normal",
      created_at: seconds(now),
      key,
    };
    refundKeys.set(key, asked);
    speaker.refunds.push(refund);
    return [200, refund];
  }
  return speaker;
}

type Answer = [status: number, body: unknown];

const list = (items: readonly unknown[]): Answer => [
  200,
  { entity: "collection", count: items.length, items },
];

const refusal = (description: string, status = 400): Answer => [
  status,
  {
    error: {
      code: "BAD_REQUEST_ERROR",
      description,
      source: "business",
      step: "NA",
      reason: "NA",
      metadata: {},
    },
  },
];

const newId = (kind: string) => `${kind}_${randomBytes(7).toString("hex")}`;
const seconds = (now: () => Date) => Math.floor(now().getTime() / 1000);
const sign = (text: string, secret: string) => createHmac("sha256", secret).update(text).digest("hex");
