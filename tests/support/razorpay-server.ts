import type { BrowserContext, Route } from "@playwright/test";
import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { Razorpay } from "#shop/payments/server/settings.ts";
import { listenLocally } from "./processes.ts";

/** Imitates Razorpay's API as documented: orders, payments, captures, refunds and webhooks. */
export interface RazorpayServer {
  account: Razorpay;
  settings: Record<string, string>;
  orders: RazorpayOrder[];
  payments: RazorpayPayment[];
  refunds: RazorpayRefund[];
  calls: string[];
  /** Tries to pay an order, as a customer does in Razorpay's payment window. */
  pay(orderId: string, how?: Partial<RazorpayPayment>): RazorpayPayment;
  /** Returns the signed proof of payment that Razorpay's payment window passes to the page. */
  proofOf(payment: RazorpayPayment): { paymentId: string; signature: string };
  /** Returns a signed webhook. Another `secret` or `eventId` imitates another sender. */
  message(event: string, about: Fields, as?: { secret?: string; eventId?: string }): Message;
  /** If set, it returns the handler for all calls. `then` is the normal handler. */
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
  const apiUrl = `http://127.0.0.1:${await listenLocally(server)}`;
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
        id: generateId("pay"),
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
        created_at: toSeconds(now),
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
        created_at: toSeconds(now),
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
  const api = createRazorpayApi(speaker, now);

  function answer(request: IncomingMessage, response: ServerResponse): void {
    let text = "";
    request.on("data", (part: Buffer) => (text += part.toString()));
    request.on("end", () => {
      const [status, body] =
        request.headers.authorization === keys
          ? api(request, text === "" ? {} : (JSON.parse(text) as Fields))
          : createRefusal("Authentication failed", 401);
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(typeof body === "string" ? body : JSON.stringify(body));
    });
  }

  return speaker;
}

const sign = (text: string, secret: string) => createHmac("sha256", secret).update(text).digest("hex");

interface Records {
  orders: RazorpayOrder[];
  payments: RazorpayPayment[];
  refunds: RazorpayRefund[];
}

function createRazorpayApi(
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

type Answer = [status: number, body: unknown];

const createList = (items: readonly unknown[]): Answer => [
  200,
  { entity: "collection", count: items.length, items },
];

const createRefusal = (description: string, status = 400): Answer => [
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

const generateId = (kind: string) => `${kind}_${randomBytes(7).toString("hex")}`;

const toSeconds = (now: () => Date) => Math.floor(now().getTime() / 1000);

export async function replaceCheckoutScript(
  context: BrowserContext,
  razorpay: RazorpayServer,
): Promise<void> {
  await context.route("https://checkout.razorpay.com/v1/checkout.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: SCRIPT }),
  );
  await context.route("https://api.razorpay.com/**", (route) => respond(route, razorpay));
}

function respond(route: Route, razorpay: RazorpayServer): Promise<void> {
  const url = new URL(route.request().url());
  if (url.pathname === "/v1/checkout/public") return route.fulfill({ contentType: "text/html", body: FRAME });
  const status = url.pathname.slice(1) as RazorpayPayment["status"];
  const payment = razorpay.pay(url.searchParams.get("order_id") ?? "", { status, method: "netbanking" });
  const { paymentId, signature } = razorpay.proofOf(payment);
  return route.fulfill({
    json: {
      razorpay_payment_id: paymentId,
      razorpay_order_id: payment.order_id,
      razorpay_signature: signature,
    },
  });
}

/** Imitates Razorpay's script: shows a frame over the page and calls the handlers in the page's options. */
const SCRIPT = `window.Razorpay = class {
  constructor(options) { this.options = options; }
  open() {
    const { key, order_id, amount, name, prefill, theme, timeout, handler, modal } = this.options;
    const query = new URLSearchParams({ key, order_id, amount, name, ...prefill, ...theme, timeout });
    const holder = document.createElement("div");
    holder.innerHTML = '<iframe title="Razorpay Checkout" style="position: fixed; inset: 0; width: 100%; height: 100%; border: 0; z-index: 2147483647"></iframe>';
    const frame = holder.firstChild;
    frame.src = "https://api.razorpay.com/v1/checkout/public?" + query;
    this.hear = ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      this.close();
      if (data.paid) handler(data.paid);
      else modal.ondismiss();
    };
    addEventListener("message", this.hear);
    document.body.append(holder);
    this.close = () => {
      removeEventListener("message", this.hear);
      holder.remove();
    };
  }
};`;

const FRAME = `<!doctype html>
<body style="background: #fff">
<p></p>
<button id="captured">Pay</button> <button id="failed">Fail</button> <button id="close">Close</button>
<output></output>
<script>
  const query = new URLSearchParams(location.search);
  document.querySelector("p").textContent = [...query].map(([name, value]) => name + "=" + value).join(" ");
  const attempt = (how) => fetch("/" + how + "?order_id=" + query.get("order_id")).then((answer) => answer.json());
  captured.onclick = () => attempt("captured").then((paid) => parent.postMessage({ paid }, "*"));
  failed.onclick = () => attempt("failed").then(() => {
    document.querySelector("output").textContent = "Payment failed";
  });
  document.getElementById("close").onclick = () => parent.postMessage({}, "*");
</script>`;
