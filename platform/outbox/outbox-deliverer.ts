import { eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import { defineCount } from "../observe/counts.ts";
import { runFor } from "../observe/current-work.ts";
import { ATTEMPTS, type Parts, recordFailure, type Row } from "./outbox-rows.ts";
import type { Subscriber } from "./subscriber.ts";
import { outbox } from "../database/tables.ts";
import { parseTraceparent, trace } from "../observe/tracing.ts";

const deliveries = defineCount<string>(
  {
    name: "shop_deliveries_done_total",
    help: "Events that a subscriber has dealt with, but those out of memory.",
  },
  { subscriber: [] },
);

const failures = defineCount<string>(
  { name: "shop_delivery_failures_total", help: "Attempts of a subscriber that failed." },
  { subscriber: [] },
);

/** Runs the subscriber of a row, and writes down how that ended. */
export function createDeliverer(parts: Parts, subscribers: readonly Subscriber[], signal: AbortSignal) {
  for (const count of [deliveries, failures]) count.allow(subscribers.map(({ name }) => name));
  const byName = new Map(subscribers.map((each) => [each.name, each]));
  const deliver = async (context: Context, row: Row): Promise<void> => {
    try {
      if (row.attempts > ATTEMPTS) throw new Error("The process ended during the last attempt.");
      const delivery = { id: row.id, attempt: row.attempts, signal };
      await byName.get(row.subscriber)?.run(context, row.payload, delivery);
      const done = { doneAt: parts.now(), lastError: null };
      await parts.db.update(outbox).set(done).where(eq(outbox.id, row.id));
      deliveries.add(row.subscriber);
    } catch (error) {
      failures.add(row.subscriber);
      await recordFailure(parts, row, error);
    }
  };
  return (context: Context, row: Row): Promise<void> => {
    const name = `outbox ${row.subscriber}`;
    const work = { id: row.requestId ?? row.id, name, span: parseTraceparent(row.traceparent) };
    const span = { name, kind: "consumer", attributes: { "messaging.attempt": row.attempts } } as const;
    return runFor(work, () => trace(span, () => deliver(context, row)));
  };
}
