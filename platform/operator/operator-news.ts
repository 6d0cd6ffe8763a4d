import { setTimeout as pause } from "node:timers/promises";
import { and, asc, gt, inArray } from "drizzle-orm";
import { SECOND } from "#contract/time.ts";
import type { Context } from "../context.ts";
import { outbox } from "../database/tables.ts";
import type { OperatorEvent } from "./protocol.ts";

/** The outbox topics that are sent to desks, and the kind of event for each. */
export type OperatorTopics = Readonly<Record<string, OperatorEvent["news"]>>;

const POLL_EVERY_MS = SECOND;

/** Each poll reads the last 10 s again, because the rows of a long transaction become visible later than newer rows. */
const LOOK_BACK_MS = 10 * SECOND;

const MAX_AT_ONCE = 500;

/** Sends events to a desk, or null as a keep-alive. Polls the outbox, so that a slow desk never delays an order. */
export async function followNews(
  { db, log }: Pick<Context, "db" | "log">,
  topics: OperatorTopics,
  send: (event: OperatorEvent | null) => void,
  signal: AbortSignal,
): Promise<void> {
  const sent = new Map<string, number>();
  const startedAt = Date.now();
  while (!signal.aborted) {
    const sinceMs = Math.max(startedAt, Date.now() - LOOK_BACK_MS);
    try {
      for (const { topic, payload, createdAt } of await readSince({ db }, Object.keys(topics), sinceMs)) {
        // The outbox has one row for each subscriber of an event, so skip rows of an event that was already sent.
        const event = [topic, createdAt.getTime(), JSON.stringify(payload)].join(" ");
        if (sent.has(event)) continue;
        sent.set(event, sinceMs);
        const eventOf = topics[topic];
        if (eventOf) send({ news: eventOf, ...pickOrder(payload) });
      }
      send(null);
    } catch (err) {
      log.warn({ err }, "the new events for the desk could not be read");
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

/** Returns the smallest id that could be generated at this time. Ids begin with their creation time. */
function toFirstId(ms: number): string {
  const hex = Math.floor(ms).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Only the id of the order is sent, because the desk loads the order with a command. */
const pickOrder = (payload: unknown): { orderId?: string } => {
  const { orderId } = payload as { orderId?: unknown };
  return typeof orderId === "string" ? { orderId } : {};
};
