import { eq } from "drizzle-orm";
import * as v from "valibot";
import { createSignal } from "./signal.ts";
import type { Context, Publish } from "./context.ts";
import type { Tx } from "./database.ts";
import { uuidv7 } from "./ids.ts";
import { ATTEMPTS, claimDeliveries, type Parts, prune, type Row, recordFailure } from "./outbox-rows.ts";
import { createLocalDeliveries } from "./local-deliveries.ts";
import type { Subscriber } from "./subscriber.ts";
import { outbox } from "./tables.ts";

export interface Outbox {
  publish: Publish;
  /** Delivers at once what was published in this transaction; without it the next look finds it. */
  committed(tx: Tx): void;
  /** Begins to deliver, now and whenever something is due. */
  start(context: Context): void;
  /** Looks again without waiting. */
  wake(): void;
  /** Ends after the deliveries under way. */
  stop(): Promise<void>;
  /** Delivers once what is due now and returns how many rows that were; failed ones are due again later. */
  deliverReady(context: Context): Promise<number>;
}

const LOOK_EVERY_MS = 1_000;
/** So long the others leave a row alone that its own process delivers out of memory. */
const OWN_PROCESS_MS = 10_000;
const AT_ONCE = 10;
const PRUNE_EVERY_MS = 60 * 60_000;

/** Subscribers that share their places: so many of them are delivered at once, whatever the other lane is doing. */
interface Lane {
  names: string[];
  underWay: Set<Promise<void>>;
}

/** What was written in a transaction, until it commits. */
interface PublishedRow {
  id: string;
  subscriber: Subscriber;
  payload: unknown;
  isOwn: boolean;
}

/**
 * Events written in the transaction that causes them, one row for each subscriber, and delivered at least once
 * after it commits. Several processes share the work: a claimed row is leased for a minute, and a process that dies
 * leaves it to the others. No LISTEN/NOTIFY: who commits pokes its own loop, the others look every second.
 * What is `fromMemory` does not even wait for the loop; that only writes down what was delivered.
 */
export function createOutbox(parts: Parts, subscribers: readonly Subscriber[]): Outbox {
  const { db, log, now } = parts;
  const byName = new Map(subscribers.map((each) => [each.name, each]));
  if (byName.size < subscribers.length) throw new Error("Two reactions share a name.");
  const published = new WeakMap<Tx, PublishedRow[]>();
  const stopping = new AbortController();
  const own = createLocalDeliveries(parts, stopping.signal);
  const lanes: Lane[] = [false, true]
    .map((outside) => subscribers.filter(({ goesOutside = false }) => goesOutside === outside))
    .filter((shared) => shared.length > 0)
    .map((shared) => ({ names: shared.map(({ name }) => name), underWay: new Set() }));
  const wakeSignal = createSignal();
  let loop: Promise<void> | undefined;
  let open: Context | undefined;

  const deliver = async (context: Context, row: Row) => {
    try {
      if (row.attempts > ATTEMPTS) throw new Error("The process ended during the last attempt.");
      const delivery = { id: row.id, attempt: row.attempts, signal: stopping.signal };
      await byName.get(row.reaction)?.run(context, row.payload, delivery);
      await db.update(outbox).set({ doneAt: now(), lastError: null }).where(eq(outbox.id, row.id));
    } catch (error) {
      await recordFailure(parts, row, error);
    }
  };

  const begin = (context: Context, row: Row, { underWay }: Lane) => {
    const delivery = deliver(context, row)
      // Not even the failure could be written down: the lease runs out and someone tries again.
      .catch((err: unknown) => log.error({ err, reaction: row.reaction }, "outbox: delivery not recorded"))
      .finally(() => {
        underWay.delete(delivery);
        if (underWay.size === AT_ONCE - 1) wakeSignal.ring();
      });
    underWay.add(delivery);
  };

  const look = async (context: Context, lane: Lane) => {
    const capacity = AT_ONCE - lane.underWay.size;
    const rows = capacity > 0 ? await claimDeliveries(parts, lane.names, capacity) : [];
    for (const row of rows) begin(context, row, lane);
    return rows.length > 0 && rows.length === capacity;
  };

  const run = async (context: Context) => {
    let pruneAt = 0;
    while (!stopping.signal.aborted) {
      wakeSignal.reset();
      let more = false;
      try {
        await own.recordDone();
        for (const lane of lanes) more = (await look(context, lane)) || more;
        if (performance.now() >= pruneAt) {
          if (await prune(db, now())) pruneAt = performance.now() + PRUNE_EVERY_MS;
          else more = true;
        }
      } catch (err) {
        log.error({ err }, "outbox: the database does not answer");
      }
      if (!more) await wakeSignal.wait(LOOK_EVERY_MS * (0.8 + 0.4 * Math.random()));
    }
    await Promise.allSettled([...lanes.flatMap(({ underWay }) => [...underWay]), own.recordDone()]);
  };

  /** Only once the shop is open is there someone to deliver to. */
  const isOwn = ({ fromMemory = false }: Subscriber) => fromMemory && open !== undefined;

  return {
    async publish(tx, event, payload) {
      const checked = v.parse(event.payload, payload);
      const at = now();
      const rows = subscribers
        .filter(({ topic }) => topic === event.name)
        .map((subscriber) => ({ id: uuidv7(at.getTime()), subscriber, isOwn: isOwn(subscriber) }));
      if (rows.length === 0) return;
      await tx.insert(outbox).values(
        rows.map(({ id, subscriber: { topic, name, afterMs = 0 }, isOwn }) => ({
          id,
          topic,
          reaction: name,
          payload: checked,
          createdAt: at,
          runAt: new Date(at.getTime() + (isOwn ? OWN_PROCESS_MS : afterMs)),
        })),
      );
      published.set(tx, [...(published.get(tx) ?? []), ...rows.map((row) => ({ ...row, payload: checked }))]);
    },
    committed(tx) {
      for (const row of published.get(tx) ?? []) {
        if (row.isOwn && open) void own.deliver(open, row.subscriber, row);
        else wakeSignal.ring();
      }
    },
    start(context) {
      open ??= context;
      loop ??= run(context);
    },
    wake: wakeSignal.ring,
    async stop() {
      stopping.abort();
      wakeSignal.ring();
      await loop;
    },
    async deliverReady(context) {
      const rows = await claimDeliveries(parts, [...byName.keys()], AT_ONCE);
      await Promise.all(rows.map((row) => deliver(context, row)));
      return rows.length;
    },
  };
}
