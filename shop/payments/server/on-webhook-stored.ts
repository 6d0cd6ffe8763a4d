import { eq } from "drizzle-orm";
import { reaction } from "#platform/reaction.ts";
import { webhookStored } from "../events.ts";
import { applyFact } from "./apply-fact.ts";
import { applyRefund } from "./apply-refund.ts";
import { isAboutRefund } from "./provider.ts";
import { paymentEvent } from "./tables.ts";

/** Applies what a provider told, and notes what came of it. */
export const onWebhookStored = reaction(
  webhookStored,
  "payments.apply-webhook",
  (context, { paymentEventId }) =>
    context.transact(async (tx) => {
      const [event] = await tx
        .select()
        .from(paymentEvent)
        .where(eq(paymentEvent.id, paymentEventId))
        .for("update");
      if (!event || event.appliedAt) return;
      const { provider, news } = event;
      const outcome = isAboutRefund(news)
        ? await applyRefund(context, tx, provider, news)
        : await applyFact(context, tx, provider, news);
      await tx
        .update(paymentEvent)
        .set({ appliedAt: context.now(), outcome })
        .where(eq(paymentEvent.id, event.id));
    }),
);
