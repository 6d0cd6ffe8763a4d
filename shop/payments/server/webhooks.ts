import { eq } from "drizzle-orm";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { refuse } from "#platform/http/refuse.ts";
import type { HandlerInput } from "#platform/http/route.ts";
import { generateUuid } from "#platform/ids.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { webhookStored } from "../events.ts";
import type { ProviderName } from "../payment.ts";
import { recordDispute } from "./findings.ts";
import { type Outcome, type RefundOutcome, countEvent, type ForeignOutcome } from "./outcomes.ts";
import { hasSessionId } from "./payments.ts";
import {
  isAboutRefund,
  isOther,
  type OtherProviderEvent,
  type ProviderEvent,
  ProviderUnavailable,
} from "./provider.ts";
import { openProvider } from "./providers.ts";
import { applyRefund } from "./refunds.ts";
import { paymentEvent, payment } from "./tables.ts";
import { applyFact, queryProvider } from "./update-payment.ts";

/** Stores a provider's webhook request and responds. A subscriber updates the payment later, with retries. */
export const handleWebhook =
  (name: ProviderName) =>
  async (context: Context, { requestContext }: Pick<HandlerInput<Endpoint>, "requestContext">) => {
    const provider = openProvider(context, name);
    if (!provider) return refuse("not_set_up");
    const event = await provider.readWebhook(requestContext.rawBody, (header) =>
      requestContext.header(header),
    );
    if (event === "forged" || event === "unreadable") return refuse(event);
    const now = context.now();
    await context.transact(async (tx) => {
      const [stored] = await tx
        .insert(paymentEvent)
        .values({
          id: generateUuid(now.getTime()),
          provider: name,
          eventId: event.eventId,
          sessionId: event.sessionId,
          providerEvent: event,
          receivedAt: now,
        })
        .onConflictDoNothing()
        .returning({ id: paymentEvent.id });
      if (stored) await context.outbox.publish(tx, webhookStored, { paymentEventId: stored.id });
    });
    return { success: true as const };
  };

export const onWebhookStored = defineSubscriber(
  webhookStored,
  "payments.apply-webhook",
  async (context, { paymentEventId }) => {
    const applied = await context.transact(async (tx) => {
      const [event] = await tx
        .select()
        .from(paymentEvent)
        .where(eq(paymentEvent.id, paymentEventId))
        .for("update");
      if (!event || event.appliedAt) return null;
      const result = await apply(context, tx, event.provider, event.providerEvent);
      await tx
        .update(paymentEvent)
        .set({ appliedAt: context.now(), outcome: result })
        .where(eq(paymentEvent.id, event.id));
      return { ...event, outcome: result };
    });
    if (applied) countEvent(applied.providerEvent, applied.outcome);
    if (applied && "fact" in applied.providerEvent && applied.providerEvent.fact === "processing")
      await queryAfter(context, applied);
  },
);

async function apply(
  context: Context,
  tx: Tx,
  provider: string,
  event: ProviderEvent | OtherProviderEvent,
): Promise<Outcome | RefundOutcome | ForeignOutcome> {
  if (isOther(event)) {
    if (!event.dispute) return "ignored";
    const [row] = await tx.select().from(payment).where(hasSessionId(provider, event.sessionId));
    if (!row) return "unknown-session";
    await recordDispute(context, tx, row, event.dispute);
    return "dispute";
  }
  if (!isAboutRefund(event)) return applyFact(context, tx, provider, event);
  // The event of a refund may arrive before the event of its payment.
  if (event.paid) await applyFact(context, tx, provider, event.paid);
  return applyRefund(context, tx, provider, event);
}

/** Queries the payment of an event. The query also captures authorized money. On an outage, `watchPayments` retries. */
async function queryAfter(
  context: Context,
  { provider, sessionId }: { provider: string; sessionId: string },
): Promise<void> {
  const [row] = await context.db.select().from(payment).where(hasSessionId(provider, sessionId));
  try {
    if (row) await queryProvider(context, row);
  } catch (cause) {
    if (!(cause instanceof ProviderUnavailable)) throw cause;
    context.log.warn(
      { err: cause, orderId: row?.orderId },
      "the provider sent an event but did not respond to the query for the payment; the shop queries it again later",
    );
  }
}
