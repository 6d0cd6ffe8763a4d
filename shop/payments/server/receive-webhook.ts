import type { Asked } from "#platform/bind.ts";
import type { Context } from "#platform/context.ts";
import { uuidv7 } from "#platform/ids.ts";
import { refuse } from "#platform/refuse.ts";
import type { receivePaymentWebhook } from "../endpoints.ts";
import { webhookStored } from "../events.ts";
import { providerOf } from "./open-payments.ts";
import { paymentEvent } from "./tables.ts";

/** Stores what the provider tells and answers; it is applied after that, however often that takes. */
export async function answerWebhook(context: Context, { exchange }: Asked<typeof receivePaymentWebhook>) {
  const provider = providerOf(context);
  const news = await provider.readWebhook(exchange.rawBody, (name) => exchange.header(name));
  if (news === "forged" || news === "unreadable") return refuse(news);
  const now = context.now();
  await context.transact(async (tx) => {
    const [stored] = await tx
      .insert(paymentEvent)
      .values({
        id: uuidv7(now.getTime()),
        provider: provider.name,
        eventId: news.eventId,
        sessionId: news.sessionId,
        news,
        receivedAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: paymentEvent.id });
    if (stored) await context.outbox.tell(tx, webhookStored, { paymentEventId: stored.id });
  });
  return { success: true as const };
}
