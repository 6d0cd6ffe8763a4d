import { createHmac, randomBytes } from "node:crypto";
import { createRazorpayApi } from "./razorpay-api.ts";
import { createRefusal } from "./razorpay-responses.ts";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { Razorpay } from "#shop/payments/server/settings.ts";
import {
  type Fields,
  generateId,
  type RazorpayOrder,
  type RazorpayPayment,
  type RazorpayRefund,
  toSeconds,
} from "./razorpay-entities.ts";

/** Razorpay's API on this machine, as its documentation describes it: orders, payments, captures, refunds, webhooks. */
export interface RazorpayServer {
  account: Razorpay;
  /** The settings for the shop's environment. */
  settings: Record<string, string>;
  orders: RazorpayOrder[];
  payments: RazorpayPayment[];
  refunds: RazorpayRefund[];
  /** `POST /v1/orders`, one for each call. */
  calls: string[];
  /** A customer's try to pay an order in Razorpay's window. */
  pay(orderId: string, how?: Partial<RazorpayPayment>): RazorpayPayment;
  /** The proof that the window then hands the page. */
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
