import { createHmac } from "node:crypto";
import type { Endpoint } from "#contract/endpoint.ts";
import { readResetProof } from "../../shop/accounts/server/reset-password.ts";
import { readTestKeys, SIGNATURE_HEADER } from "../../shop/payments/server/test-provider/bank.ts";
import type { TestResponse } from "../support/api.ts";
import { CLIENT_ID } from "../support/issuer.ts";
import { address, api, asha, context, issuer, razorpay } from "./two-customers.ts";
import { bodies, getName, send } from "./every-call.ts";

interface CallBody {
  body: object;
  headers?: Record<string, string>;
}

const answerPlain = (body: object) => async () => ({ body });

const NONCE = "nonce-of-this-very-page";

const readSeconds = () => Math.floor(context.now().getTime() / 1000);

/** Valid inputs of the API calls that need no access token. `sign` computes the signature headers of the final body. */
export const openCalls: Record<
  string,
  () => Promise<CallBody & { sign?: (body: string) => Promise<Record<string, string>> }>
> = {
  "POST /api/auth/register": answerPlain({
    firstName: "Usha",
    lastName: "Rao",
    email: "usha@example.com",
    phoneNumber: "9123456780",
    address,
    password: "sheesham 7 rings",
    confirmPassword: "sheesham 7 rings",
  }),
  "POST /api/auth/login": async () => ({ body: { email: asha.email, password: asha.password } }),
  "POST /api/auth/verify-email": async () => ({ body: { email: asha.email } }),
  "POST /api/auth/reset-password": async () => {
    await api.as(null).post("/api/auth/verify-email", { email: asha.email });
    const { rows } = await context.database.pool.query<{ id: string }>("select id from password_reset");
    const proof = await readResetProof(context, rows[0]?.id ?? "");
    return { body: { email: asha.email, newPassword: "sheesham 7 rings", code: proof?.code } };
  },
  "POST /api/auth/google": async () => {
    const person = { sub: "usha-at-forest", email: "usha@example.com", email_verified: true };
    const times = { iat: readSeconds(), exp: readSeconds() + 300 };
    const credential = { iss: issuer.url, aud: CLIENT_ID, nonce: NONCE, ...person, ...times };
    return { body: { credential: await issuer.sign(credential), nonce: NONCE } };
  },
  "POST /api/auth/refresh-token": async () => ({ body: { token: asha.refreshToken } }),
  "POST /api/auth/refresh": async () => {
    const headers = { origin: context.config.publicUrl };
    const login = { email: asha.email, password: asha.password };
    const answer = await api.as(null).post("/api/auth/login", login, headers);
    const [cookie = ""] = String(answer.headers["set-cookie"]).split(";");
    return { body: {}, headers: { ...headers, cookie } };
  },
  "POST /api/users/refresh-token": async () => ({ body: { refreshToken: asha.refreshToken } }),
  "POST /api/auth/logout": async () => ({ body: { refreshToken: asha.refreshToken } }),
  "POST /api/contact": answerPlain({ name: "Usha", email: "usha@example.com", message: "Hello" }),
  "POST /api/back-in-stock": answerPlain({ productId: "sold-out", email: "usha@example.com" }),
  "POST /api/browser-errors": answerPlain({ kind: "error", message: "x is not a function" }),
  "POST /api/visits": answerPlain({ step: "bag" }),
  "POST /api/newsletter": answerPlain({ email: "usha@example.com", consent: true }),
  "POST /api/payments/webhook/test": async () => {
    const { webhookSecret } = await readTestKeys(context);
    const money = { amountPaise: 100, currency: "INR", method: "card" };
    return {
      body: { sessionId: "session-1", eventId: "event-0001", fact: "captured", ...money },
      sign: async (body) => ({
        [SIGNATURE_HEADER]: createHmac("sha256", webhookSecret).update(body).digest("hex"),
      }),
    };
  },
  "POST /api/payments/webhook/razorpay": async () => {
    const { body } = razorpay.message("payment.captured", { payment: razorpay.pay("order_00000000000000") });
    const [secret = ""] = razorpay.account.webhookSecrets;
    return {
      body: JSON.parse(body) as object,
      sign: async (signed) => ({
        "x-razorpay-event-id": "event-0001",
        "x-razorpay-signature": createHmac("sha256", secret).update(signed).digest("hex"),
      }),
    };
  },
};

export async function prepareCall(
  endpoint: Endpoint,
): Promise<(change: (body: object) => object) => Promise<TestResponse>> {
  const open = await openCalls[getName(endpoint)]?.();
  if (!open) return (change) => send(endpoint, asha, undefined, change(bodies[getName(endpoint)]?.() ?? {}));
  return async (change) => {
    const body = JSON.stringify(change(open.body));
    const headers = { "content-type": "application/json", ...open.headers, ...(await open.sign?.(body)) };
    return api.inject({ method: endpoint.method, url: endpoint.path, body, headers });
  };
}
