import * as v from "valibot";
import { SECOND } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import { CURRENCY, paymentFacts } from "../../payment.ts";
import { refundFacts } from "../../refund.ts";
import { isSigned, type PaymentProvider, ProviderUnavailable } from "../provider.ts";
import { readTestKeys, SIGNATURE_HEADER } from "./bank.ts";

const TIMEOUT_MS = 8 * SECOND;

const stateSchema = v.object({
  sessionId: v.string(),
  fact: v.nullable(v.picklist(paymentFacts)),
  amountPaise: v.number(),
  currency: v.string(),
  method: v.optional(v.string()),
  reason: v.optional(v.string()),
});

const sessionSchema = v.object({ sessionId: v.string(), address: v.string() });

const refundSchema = v.object({
  refundId: v.string(),
  sessionId: v.string(),
  reference: v.string(),
  fact: v.picklist(refundFacts),
  amountPaise: v.number(),
  currency: v.literal(CURRENCY),
  reason: v.optional(v.string()),
});

const eventId = v.pipe(v.string(), v.minLength(8), v.maxLength(64));
const eventSchema = v.union([
  v.object({ ...refundSchema.entries, eventId }),
  v.object({ ...stateSchema.entries, eventId }),
]);

export function createTestPayments(context: Context, selfUrl: string): PaymentProvider {
  const call = async <T>(schema: v.GenericSchema<unknown, T>, path: string, body?: unknown): Promise<T> => {
    const { apiKey } = await readTestKeys(context);
    try {
      const response = await fetch(`${selfUrl}/pay/api${path}`, {
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      return v.parse(schema, await response.json());
    } catch (cause) {
      throw new ProviderUnavailable(`The call to ${path} of the test provider failed`, { cause });
    }
  };
  return {
    name: "test",
    closesSessions: true,
    createSession: (request) =>
      call(sessionSchema, "/sessions", { ...request, expiresAt: request.expiresAt.toISOString() }),
    describeWindow: ({ address }) => ({ provider: "test", window: address ?? "" }),
    provesReturn: () => false,
    fetchState: ({ sessionId }) => call(stateSchema, `/sessions/${encodeURIComponent(sessionId)}`),
    closeSession: ({ sessionId }) =>
      call(stateSchema, `/sessions/${encodeURIComponent(sessionId)}/close`, {}),
    refund: (request) => call(refundSchema, "/refunds", request),
    async readWebhook(rawBody, header) {
      const { webhookSecret } = await readTestKeys(context);
      if (!isSigned(rawBody, header(SIGNATURE_HEADER) ?? "", [webhookSecret])) return "forged";
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), eventSchema), rawBody);
      return parsed.success ? parsed.output : "unreadable";
    },
  };
}
