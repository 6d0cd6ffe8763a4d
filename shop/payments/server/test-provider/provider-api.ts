import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as v from "valibot";
import type { Context } from "#platform/context.ts";
import { HttpRefusal } from "#platform/http/envelope.ts";
import type { ProviderSession, RefundState } from "../provider.ts";
import { readTestKeys } from "./keys.ts";
import { createRefund, toRefundState } from "./refund.ts";
import { closeSession, createSession, findSession, toProviderState } from "./session.ts";
import type { SessionRow } from "./tables.ts";

const orderSchema = v.object({
  reference: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  amountPaise: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  currency: v.literal("INR"),
  description: v.pipe(v.string(), v.maxLength(200)),
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
});

const refundSchema = v.object({
  sessionId: v.pipe(v.string(), v.maxLength(64)),
  reference: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  amountPaise: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  currency: v.literal("INR"),
});

/** Serves the test provider's API for merchants, protected by their key. */
export function serveProviderApi(app: FastifyInstance, context: Context): void {
  app.addHook("onRequest", async (request) => {
    const { apiKey } = await readTestKeys(context);
    if (!isSame(request.headers.authorization ?? "", `Bearer ${apiKey}`))
      throw new HttpRefusal(401, "unauthorized", "This key is not known.");
  });
  app.post("/sessions", (request) => createTestSession(context, request.body));
  app.get("/sessions/:id", (request) =>
    findSession(context, getId(request)).then(requireSession).then(toProviderState),
  );
  app.post("/sessions/:id/close", (request) =>
    closeSession(context, getId(request)).then(requireSession).then(toProviderState),
  );
  app.post("/refunds", (request) => createTestRefund(context, request.body));
}

async function createTestSession(context: Context, body: unknown): Promise<ProviderSession> {
  const order = v.safeParse(orderSchema, body);
  if (!order.success) throw new HttpRefusal(400, "invalid", "This session cannot be opened.");
  const sessionId = await createSession(context, order.output);
  return { sessionId, address: `/pay/${sessionId}` };
}

async function createTestRefund(context: Context, body: unknown): Promise<RefundState> {
  const request = v.safeParse(refundSchema, body);
  if (!request.success) throw new HttpRefusal(400, "invalid", "This refund cannot be read.");
  const refund = await createRefund(context, request.output);
  if (!refund) throw new HttpRefusal(409, "too_much", "There is not that much money to give back.");
  return toRefundState(refund);
}

const getId = (request: FastifyRequest): string => (request.params as { id: string }).id;

function requireSession(session: SessionRow | null): SessionRow {
  if (!session) throw new HttpRefusal(404, "not_found", "There is no such session.");
  return session;
}

/** Hashes have one length and say nothing of where two texts differ. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(hashOf(one), hashOf(other));
const hashOf = (text: string) => createHash("sha256").update(text).digest();
