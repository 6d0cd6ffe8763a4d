import type { Endpoint } from "#contract/endpoint.ts";
import type { HandlerInput } from "#platform/http/route.ts";
import type { Context } from "#platform/context.ts";
import { generateUuid } from "#platform/ids.ts";
import { refuse } from "#platform/http/refuse.ts";
import { webhookStored } from "../events.ts";
import type { ProviderName } from "../payment.ts";
import { openProvider } from "./open-payments.ts";
import { paymentEvent } from "./tables.ts";

/** Stores a provider's message and answers; it is applied after that, however often that takes. */
export const handleWebhook =
  (name: ProviderName) =>
  async (context: Context, { requestContext }: Pick<HandlerInput<Endpoint>, "requestContext">) => {
    const provider = openProvider(context, name);
    if (!provider) return refuse("not_set_up");
    const news = await provider.readWebhook(requestContext.rawBody, (header) =>
      requestContext.header(header),
    );
    if (news === "forged" || news === "unreadable") return refuse(news);
    const now = context.now();
    await context.transact(async (tx) => {
      const [stored] = await tx
        .insert(paymentEvent)
        .values({
          id: generateUuid(now.getTime()),
          provider: name,
          eventId: news.eventId,
          sessionId: news.sessionId,
          news,
          receivedAt: now,
        })
        .onConflictDoNothing()
        .returning({ id: paymentEvent.id });
      if (stored) await context.outbox.publish(tx, webhookStored, { paymentEventId: stored.id });
    });
    return { success: true as const };
  };
