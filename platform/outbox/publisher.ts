import * as v from "valibot";
import type { Publish } from "../context.ts";
import { defineCount } from "../observe/counts.ts";
import { sendAtCommit, type Tx } from "../database/database.ts";
import { getWork } from "../observe/current-work.ts";
import { generateUuid } from "../ids.ts";
import type { Parts } from "./outbox-rows.ts";
import { composeInsert } from "../database/statement.ts";
import type { Subscriber } from "./subscriber.ts";
import { outbox } from "../database/tables.ts";
import { getTraceparent } from "../observe/tracing.ts";

/** So long the others leave a row alone that its own process delivers out of memory. */
const OWN_PROCESS_MS = 10_000;

const insertOutboxRows = composeInsert(outbox);

const published = defineCount<string>(
  { name: "shop_events_total", help: "What has happened in the shop, as its features publish it." },
  { event: [] },
);

/** What was published in a transaction, until it commits. */
interface PublishedRow {
  id: string;
  subscriber: Subscriber;
  payload: unknown;
  isOwn: boolean;
  createdAt: Date;
  runAt: Date;
}

interface Publisher {
  publish: Publish;
  /** What this transaction has published, once it is committed; its events are counted. */
  takePublished(tx: Tx): readonly PublishedRow[];
}

/**
 * Writes one row for each subscriber of an event, all those of a transaction in one statement at its end; `isOwn` says
 * which of them this process delivers out of memory. Participants have done their part when `publish` returns.
 */
export function createPublisher(
  { now }: Pick<Parts, "now">,
  subscribers: readonly Subscriber[],
  isOwn: (subscriber: Subscriber) => boolean,
): Publisher {
  published.allow(subscribers.map(({ topic }) => topic));
  const listOf = new WeakMap<Tx, { rows: PublishedRow[]; events: string[] }>();
  const openList = (tx: Tx) => {
    const list = { rows: [] as PublishedRow[], events: [] as string[] };
    listOf.set(tx, list);
    sendAtCommit(tx, () => insertOutboxRows(list.rows.map(toRow)));
    return list;
  };
  return {
    takePublished(tx) {
      const { rows, events } = listOf.get(tx) ?? { rows: [], events: [] };
      for (const event of events) published.add(event);
      return rows;
    },
    async publish(tx, event, given) {
      const payload = v.parse(event.payload, given);
      const createdAt = now();
      const listeners = subscribers.filter(({ topic }) => topic === event.name);
      if (listeners.length === 0) return;
      const list = listOf.get(tx) ?? openList(tx);
      list.events.push(event.name);
      for (const subscriber of listeners) {
        if (subscriber.join) {
          await subscriber.join(tx, payload);
          continue;
        }
        const own = isOwn(subscriber);
        const runAt = new Date(createdAt.getTime() + (own ? OWN_PROCESS_MS : (subscriber.afterMs ?? 0)));
        const id = generateUuid(createdAt.getTime());
        list.rows.push({ id, subscriber, payload, isOwn: own, createdAt, runAt });
      }
    },
  };
}

const toRow = ({ id, subscriber, payload, createdAt, runAt }: PublishedRow): typeof outbox.$inferSelect => ({
  id,
  topic: subscriber.topic,
  subscriber: subscriber.name,
  payload,
  createdAt,
  runAt,
  attempts: 0,
  doneAt: null,
  deadAt: null,
  lastError: null,
  requestId: getWork()?.id ?? null,
  traceparent: getTraceparent() ?? null,
});
