import * as v from "valibot";
import type { Publish } from "./context.ts";
import { sendAtCommit, type Tx } from "./database.ts";
import { generateUuid } from "./ids.ts";
import type { Parts } from "./outbox-rows.ts";
import { composeInsert } from "./statement.ts";
import type { Subscriber } from "./subscriber.ts";
import { outbox } from "./tables.ts";

/** So long the others leave a row alone that its own process delivers out of memory. */
const OWN_PROCESS_MS = 10_000;

const insertOutboxRows = composeInsert(outbox);

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
  /** What this transaction has published so far. */
  publishedIn(tx: Tx): readonly PublishedRow[];
}

/**
 * Writes one row for each subscriber of an event, all those of a transaction in one statement at its end; `isOwn` says
 * which of them this process delivers out of memory.
 */
export function createPublisher(
  { now }: Pick<Parts, "now">,
  subscribers: readonly Subscriber[],
  isOwn: (subscriber: Subscriber) => boolean,
): Publisher {
  const published = new WeakMap<Tx, PublishedRow[]>();
  const openList = (tx: Tx) => {
    const rows: PublishedRow[] = [];
    published.set(tx, rows);
    sendAtCommit(tx, () => insertOutboxRows(rows.map(toRow)));
    return rows;
  };
  return {
    publishedIn: (tx) => published.get(tx) ?? [],
    async publish(tx, event, given) {
      const payload = v.parse(event.payload, given);
      const createdAt = now();
      for (const subscriber of subscribers.filter(({ topic }) => topic === event.name)) {
        const own = isOwn(subscriber);
        const runAt = new Date(createdAt.getTime() + (own ? OWN_PROCESS_MS : (subscriber.afterMs ?? 0)));
        const id = generateUuid(createdAt.getTime());
        (published.get(tx) ?? openList(tx)).push({ id, subscriber, payload, isOwn: own, createdAt, runAt });
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
});
