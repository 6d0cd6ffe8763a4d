import { count, isNotNull, max } from "drizzle-orm";
import { formatCount } from "#contract/text.ts";
import type { Finding } from "./finding.ts";
import type { Db } from "./database.ts";
import { outbox } from "./tables.ts";

/** Subscribers that were tried again and again and given up: a mail that was never sent, a refund never asked for. */
export async function checkOutbox(db: Db): Promise<Finding[]> {
  const dead = await db
    .select({ subscriber: outbox.subscriber, times: count(), lastError: max(outbox.lastError) })
    .from(outbox)
    .where(isNotNull(outbox.deadAt))
    .groupBy(outbox.subscriber)
    .orderBy(outbox.subscriber);
  return dead.map(({ subscriber, times, lastError }) => ({
    about: subscriber,
    what: `was given up ${formatCount(times, "time")}: ${lastError ?? "no reason is known"}`,
    remedy: "Look at the log, and mend the cause",
  }));
}
