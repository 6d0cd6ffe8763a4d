import { createSignal } from "./signal.ts";
import type { Context, Publish } from "../context.ts";
import type { Tx } from "../database/database.ts";
import { AT_ONCE, createDeliveryLanes } from "./delivery-lanes.ts";
import { createDeliverer } from "./outbox-deliverer.ts";
import { claimDeliveries, type Parts } from "./outbox-rows.ts";
import { createLocalDeliveries } from "./local-deliveries.ts";
import { createPublisher } from "./publisher.ts";
import type { Subscriber } from "./subscriber.ts";
import { run } from "./outbox-loop.ts";

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

/**
 * Events written in the transaction that causes them, one row for each subscriber, and delivered at least once
 * after it commits. Several processes share the work: a claimed row is leased for as long as its process
 * lives, and 25 s more; then it is the others'. No LISTEN/NOTIFY: who commits wakes its own loop, the others look every second.
 * What is `fromMemory` does not even wait for the loop; that only writes down what was delivered.
 */
export function createOutbox(parts: Parts, subscribers: readonly Subscriber[]): Outbox {
  if (new Set(subscribers.map(({ name }) => name)).size < subscribers.length)
    throw new Error("Two subscribers share a name.");
  const stopping = new AbortController();
  const wakeSignal = createSignal();
  const own = createLocalDeliveries(parts, stopping.signal);
  const deliver = createDeliverer(parts, subscribers, stopping.signal);
  const lanes = createDeliveryLanes(parts, subscribers, { deliver, onFreePlace: wakeSignal.wake });
  let loop: Promise<void> | undefined;
  let open: Context | undefined;
  /** Only once the shop is open is there someone to deliver to. */
  const isOwn = ({ fromMemory = false }: Subscriber) => fromMemory && open !== undefined;
  const { publish, takePublished } = createPublisher(parts, subscribers, isOwn);

  return {
    publish,
    committed(tx) {
      for (const row of takePublished(tx))
        if (row.isOwn && open) void own.deliver(open, row.subscriber, row);
        else if (row.runAt <= parts.now()) wakeSignal.wake();
    },
    start(context) {
      open ??= context;
      loop ??= run(context, parts, { lanes, own, wakeSignal, stopping: stopping.signal });
    },
    wake: wakeSignal.wake,
    async stop() {
      stopping.abort();
      wakeSignal.wake();
      await loop;
    },
    async deliverReady(context) {
      const names = subscribers.map(({ name }) => name);
      const rows = await claimDeliveries(parts, names, AT_ONCE);
      await Promise.all(rows.map((row) => deliver(context, row)));
      return rows.length;
    },
  };
}
