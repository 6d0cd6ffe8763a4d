import { eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { webhookStored } from "../events.ts";
import { applyFact, type Outcome } from "./apply-fact.ts";
import { applyRefund, type RefundOutcome } from "./apply-refund.ts";
import { queryProvider } from "./ask-provider.ts";
import { noteDispute } from "./findings.ts";
import { findPaymentBySession } from "./open-payment.ts";
import { isAboutRefund, isOther, type OtherNews, type ProviderNews } from "./provider-news.ts";
import { countNews, type OtherOutcome } from "./payment-counts.ts";
import { ProviderUnavailable } from "./provider.ts";
import { paymentEvent } from "./tables.ts";

/** Applies a provider's news, and notes what came of it. */
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
      const outcome = await apply(context, tx, event.provider, event.news);
      await tx
        .update(paymentEvent)
        .set({ appliedAt: context.now(), outcome })
        .where(eq(paymentEvent.id, event.id));
      return { ...event, outcome };
    });
    if (applied) countNews(applied.news, applied.outcome);
    if (applied && isUnderWay(applied.news)) await askAfter(context, applied);
  },
);

async function apply(
  context: Context,
  tx: Tx,
  provider: string,
  news: ProviderNews | OtherNews,
): Promise<Outcome | RefundOutcome | OtherOutcome> {
  if (isOther(news)) return applyOther(context, tx, provider, news);
  return isAboutRefund(news)
    ? applyRefund(context, tx, provider, news)
    : applyFact(context, tx, provider, news);
}

async function applyOther(
  context: Context,
  tx: Tx,
  provider: string,
  { sessionId, dispute }: OtherNews,
): Promise<OtherOutcome | "unknown-session"> {
  if (!dispute) return "ignored";
  const row = await findPaymentBySession(tx, provider, sessionId);
  if (!row) return "unknown-session";
  await noteDispute(context, tx, row, dispute);
  return "dispute";
}

const isUnderWay = (news: ProviderNews | OtherNews): boolean =>
  !isOther(news) && !isAboutRefund(news) && news.fact === "processing";

/** Money that only waits to be taken is taken at once; if that cannot be now, the watch does it. */
async function askAfter(
  context: Context,
  { provider, sessionId }: { provider: string; sessionId: string },
): Promise<void> {
  const row = await findPaymentBySession(context.db, provider, sessionId);
  try {
    if (row) await queryProvider(context, row);
  } catch (cause) {
    if (!(cause instanceof ProviderUnavailable)) throw cause;
    context.log.warn(
      { err: cause, orderId: row?.orderId },
      "the provider could not be asked about its own news",
    );
  }
}
