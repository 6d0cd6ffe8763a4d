import { HOUR } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import { generateUuid } from "#platform/ids.ts";
import { consumeLimit, type Limit } from "#platform/limits/rate-limit.ts";
import { refuse } from "#platform/http/refuse.ts";
import { holdAccount } from "#shop/accounts/server/index.ts";
import type { TestimonialInput } from "../testimonial-input.ts";
import { formatName, testimonialMessages } from "../testimonial.ts";
import { testimonial } from "./tables.ts";

/** Of one customer (security §10). */
const TEN_AN_HOUR: Limit = { burst: 10, perMs: HOUR };

/** Saves a customer's testimonial under their first name and initial; it is shown at once. Refuses `too_many`. */
export async function saveTestimonial(context: Context, accountId: string, written: TestimonialInput) {
  const now = context.now();
  const { allowed, retryAfterMs } = await consumeLimit(
    context.db,
    `testimonial:account:${accountId}`,
    TEN_AN_HOUR,
    now,
  );
  if (!allowed) return refuse("too_many", { retryAfterMs });
  return context.transact(async (tx) => {
    const customer = await holdAccount(tx, accountId);
    if (!customer) throw new Error(`account ${accountId} has a session but is not there`);
    const saved = { id: generateUuid(now.getTime()), name: formatName(customer), ...written };
    await tx.insert(testimonial).values({ ...saved, accountId, hidden: false, createdAt: now });
    return {
      success: true as const,
      message: testimonialMessages.received,
      testimonial: { _id: saved.id, ...saved },
    };
  });
}
