import { setTimeout as pause } from "node:timers/promises";
import { and, asc, gt, inArray } from "drizzle-orm";
import { SECOND } from "#contract/time.ts";
import type { Context } from "../context.ts";
import { outbox } from "../database/tables.ts";
import type { OperatorNews } from "./protocol.ts";

/** The events of the shop that are sent to desks, by topic. */
export type NewsTopics = Readonly<Record<string, OperatorNews["news"]>>;

const POLL_EVERY_MS = SECOND;

/** Transactions do not commit in the order in which they began, so rows of this time are searched again. */
const LOOK_BACK_MS = 10 * SECOND;

const MAX_AT_ONCE = 500;

/**
 * Follows what is published in the shop, by this process and by others, until the signal: only the rows that are written
 * anyway are read, so that an order costs nothing more while a desk is open. Null says that nothing has happened.
 */
export async function followNews(
  { db, log }: Pick<Context, "db" | "log">,
  topics: NewsTopics,
  send: (event: OperatorNews | null) => void,
  signal: AbortSignal,
): Promise<void> {
  const sent = new Map<string, number>();
  const startedAt = Date.now();
  while (!signal.aborted) {
    const sinceMs = Math.max(startedAt, Date.now() - LOOK_BACK_MS);
    try {
      for (const { topic, payload, createdAt } of await readSince({ db }, Object.keys(topics), sinceMs)) {
        // One event has a row for each of its subscribers.
        const event = [topic, createdAt.getTime(), JSON.stringify(payload)].join(" ");
        if (sent.has(event)) continue;
        sent.set(event, sinceMs);
        const eventOf = topics[topic];
        if (eventOf) send({ news: eventOf, ...pickOrder(payload) });
      }
      send(null);
    } catch (err) {
      log.warn({ err }, "news for the operator could not be read");
    }
    for (const [event, at] of sent) if (at < sinceMs - LOOK_BACK_MS) sent.delete(event);
    await pause(POLL_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

const readSince = ({ db }: Pick<Context, "db">, topics: string[], sinceMs: number) =>
  db
    .select({ topic: outbox.topic, payload: outbox.payload, createdAt: outbox.createdAt })
    .from(outbox)
    .where(and(gt(outbox.id, toFirstId(sinceMs)), inArray(outbox.topic, topics)))
    .orderBy(asc(outbox.id))
    .limit(MAX_AT_ONCE);

/** The smallest id that a row of this moment can have: ids begin with their time. */
function toFirstId(ms: number): string {
  const hex = Math.floor(ms).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Returns only the order number of the event. The desk loads the order with a command. */
const pickOrder = (payload: unknown): { orderId?: string } => {
  const { orderId } = payload as { orderId?: unknown };
  return typeof orderId === "string" ? { orderId } : {};
};
