import type { Context } from "../context.ts";
import { claimDeliveries, extendLeases, type Parts, type Row } from "./outbox-rows.ts";
import type { Subscriber } from "./subscriber.ts";

/** So many rows one lane delivers at once. */
export const AT_ONCE = 10;

/** Subscribers that share their places: so many of them are delivered at once, whatever the other lane is doing. */
interface Lane {
  names: string[];
  underWay: Map<Row, Promise<void>>;
}

export interface DeliveryLanes {
  /** Begins to deliver what is due, as far as there are places; true where more may be due already. */
  look(context: Context): Promise<boolean>;
  /** Holds what is under way: as long as this process lives, no other one takes it. */
  extendLeases(): Promise<void>;
  /** Once everything under way has ended. */
  settled(): Promise<unknown>;
}

interface Delivering {
  deliver(context: Context, row: Row): Promise<void>;
  /** A place is free again, after all of them were taken. */
  onFreePlace(): void;
}

/** One lane for what is done in the shop, one for what waits for someone outside. */
export function createDeliveryLanes(
  parts: Parts,
  subscribers: readonly Subscriber[],
  { deliver, onFreePlace }: Delivering,
): DeliveryLanes {
  const lanes: Lane[] = [false, true]
    .map((outside) => subscribers.filter(({ goesOutside = false }) => goesOutside === outside))
    .filter((shared) => shared.length > 0)
    .map((shared) => ({ names: shared.map(({ name }) => name), underWay: new Map() }));

  const begin = (context: Context, row: Row, { underWay }: Lane) => {
    const delivery = deliver(context, row)
      // Not even the failure could be written down: the lease runs out and someone tries again.
      .catch((err: unknown) =>
        parts.log.error({ err, subscriber: row.subscriber }, "outbox: delivery not recorded"),
      )
      .finally(() => {
        underWay.delete(row);
        if (underWay.size === AT_ONCE - 1) onFreePlace();
      });
    underWay.set(row, delivery);
  };
  const lookInto = async (context: Context, lane: Lane) => {
    const capacity = AT_ONCE - lane.underWay.size;
    const rows = capacity > 0 ? await claimDeliveries(parts, lane.names, capacity) : [];
    for (const row of rows) begin(context, row, lane);
    return rows.length > 0 && rows.length === capacity;
  };

  return {
    async look(context) {
      let more = false;
      for (const lane of lanes) more = (await lookInto(context, lane)) || more;
      return more;
    },
    extendLeases: () => holdRows(parts, lanes),
    settled: () => Promise.allSettled(lanes.flatMap(({ underWay }) => [...underWay.values()])),
  };
}

async function holdRows(parts: Parts, lanes: readonly Lane[]): Promise<void> {
  const rows = lanes.flatMap(({ underWay }) => [...underWay.keys()]);
  if (rows.length === 0) return;
  await extendLeases(parts, rows).catch((err: unknown) =>
    parts.log.warn({ err }, "outbox: deliveries under way could not be held"),
  );
}
