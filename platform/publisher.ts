import * as v from "valibot";
import type { Publish } from "./context.ts";
import type { Tx } from "./database.ts";
import { generateUuid } from "./ids.ts";
import type { Parts } from "./outbox-rows.ts";
import type { Subscriber } from "./subscriber.ts";
import { outbox } from "./tables.ts";

/** So long the others leave a row alone that its own process delivers out of memory. */
const OWN_PROCESS_MS = 10_000;

/** What was written in a transaction, until it commits. */
interface PublishedRow {
  id: string;
  subscriber: Subscriber;
  payload: unknown;
  isOwn: boolean;
}

interface Publisher {
  publish: Publish;
  /** What this transaction has published so far. */
  publishedIn(tx: Tx): readonly PublishedRow[];
}

/** Writes one row for each subscriber of an event; `isOwn` says which of them this process delivers out of memory. */
export function createPublisher(
  { now }: Pick<Parts, "now">,
  subscribers: readonly Subscriber[],
  isOwn: (subscriber: Subscriber) => boolean,
): Publisher {
  const published = new WeakMap<Tx, PublishedRow[]>();
  const publishedIn = (tx: Tx) => published.get(tx) ?? [];
  return {
    publishedIn,
    async publish(tx, event, given) {
      const payload = v.parse(event.payload, given);
      const at = now();
      const rows = subscribers
        .filter(({ topic }) => topic === event.name)
        .map((subscriber) => ({
          id: generateUuid(at.getTime()),
          subscriber,
          payload,
          isOwn: isOwn(subscriber),
        }));
      if (rows.length === 0) return;
      await tx.insert(outbox).values(
        rows.map(({ id, subscriber: { topic, name, afterMs = 0 }, isOwn }) => ({
          id,
          topic,
          subscriber: name,
          payload,
          createdAt: at,
          runAt: new Date(at.getTime() + (isOwn ? OWN_PROCESS_MS : afterMs)),
        })),
      );
      published.set(tx, [...publishedIn(tx), ...rows]);
    },
  };
}
