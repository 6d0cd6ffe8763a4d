import type { Context, Publish } from "../context.ts";
import { type Tx, type Db, sendAtCommit } from "../database/database.ts";
import { type Subscriber, PermanentFailure } from "./subscriber.ts";
import { eq, and, asc, inArray, isNull, lt, lte, sql } from "drizzle-orm";
import { defineCount } from "../observe/counts.ts";
import { runFor, getCurrentWork } from "../observe/current-work.ts";
import { outbox } from "../database/tables.ts";
import { defineStatement, composeInsert } from "../database/statement.ts";
import { DAY, HOUR, SECOND } from "#contract/time.ts";
import type { Clock } from "../clock.ts";
import type { Log } from "../observe/log.ts";
import * as v from "valibot";
import { generateUuid } from "../ids.ts";
import { stopInTime } from "./schedule.ts";

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Delivers each event to each subscriber at least once after its commit, unless all attempts fail. A process reserves
 * the rows that it delivers; about 25 s after a crash, other processes take them over. The process that commits an
 * event delivers it at once, unless the subscriber has a delay. Every process also looks for due events every second.
 */
export function createOutbox(parts: Parts, subscribers: readonly Subscriber[]) {
  if (new Set(subscribers.map(({ name }) => name)).size < subscribers.length)
    throw new Error("Two subscribers share a name.");
  const stopping = new AbortController();
  const wakeSignal = createSignal();
  const local = createLocalDeliveries(parts, stopping.signal);
  const deliver = createDeliverer(parts, subscribers, stopping.signal);
  const lanes = createDeliveryLanes(parts, subscribers, deliver, wakeSignal.wake);
  let loop: Promise<void> | undefined;
  let open: Context | undefined;
  /** True if this process delivers the event directly, without reading its row. This is possible only after `start`. */
  const isOwn = ({ fromMemory = false }: Subscriber) => fromMemory && open !== undefined;
  const { publish, takePublished } = createPublisher(parts, subscribers, isOwn);

  return {
    publish,
    committed(tx: Tx): void {
      for (const row of takePublished(tx))
        if (row.isOwn && open) void local.deliver(open, row.subscriber, row);
        else if (row.runAt <= parts.now()) wakeSignal.wake();
    },
    start(context: Context): void {
      open ??= context;
      loop ??= run(context, parts, { lanes, own: local, wakeSignal, stopping: stopping.signal });
    },
    wake: wakeSignal.wake,
    async stop(): Promise<void> {
      stopping.abort();
      wakeSignal.wake();
      await stopInTime("deliveries", loop, parts.log);
    },
    async deliverReady(context: Context): Promise<number> {
      const names = subscribers.map(({ name }) => name);
      const rows = await claimDeliveries(parts, names, AT_ONCE);
      await Promise.all(rows.map((row) => deliver(context, row)));
      return rows.length;
    },
  };
}

interface RunningOutbox {
  lanes: ReturnType<typeof createDeliveryLanes>;
  own: ReturnType<typeof createLocalDeliveries>;
  wakeSignal: ReturnType<typeof createSignal>;
  stopping: AbortSignal;
}

async function run(context: Context, { db, log, now }: Parts, running: RunningOutbox): Promise<void> {
  const { lanes, own, wakeSignal, stopping } = running;
  let pruneAt = 0;
  const holding = setInterval(() => void lanes.extendLeases(), HOLD_EVERY_MS);
  while (!stopping.aborted) {
    wakeSignal.reset();
    let hasMore = false;
    try {
      await own.recordDone();
      hasMore = await lanes.look(context);
      if (performance.now() >= pruneAt) {
        if (await prune(db, now())) pruneAt = performance.now() + PRUNE_EVERY_MS;
        else hasMore = true;
      }
    } catch (err) {
      log.error({ err }, "outbox: the database is not responding");
    }
    if (!hasMore) await wakeSignal.wait(POLL_EVERY_MS * (0.8 + 0.4 * Math.random()));
  }
  await Promise.allSettled([lanes.settled(), own.recordDone()]);
  clearInterval(holding);
}

const POLL_EVERY_MS = 1_000;

const HOLD_EVERY_MS = 5_000;

const PRUNE_EVERY_MS = 60 * 60_000;

const AT_ONCE = 10;

interface Lane {
  names: string[];
  underWay: Map<Row, Promise<void>>;
}

function createDeliveryLanes(
  parts: Parts,
  subscribers: readonly Subscriber[],
  deliver: (context: Context, row: Row) => Promise<void>,
  onFreePlace: () => void,
) {
  const lanes: Lane[] = [false, true]
    .map((outside) => subscribers.filter(({ goesOutside = false }) => goesOutside === outside))
    .filter((shared) => shared.length > 0)
    .map((shared) => ({ names: shared.map(({ name }) => name), underWay: new Map() }));

  const startDelivery = (context: Context, row: Row, { underWay }: Lane) => {
    const delivery = deliver(context, row)
      // The result of the delivery could not be recorded. The event is delivered again when the lease expires.
      .catch((err: unknown) =>
        parts.log.error({ err, subscriber: row.subscriber }, "outbox: delivery not recorded"),
      )
      .finally(() => {
        underWay.delete(row);
        if (underWay.size === AT_ONCE - 1) onFreePlace();
      });
    underWay.set(row, delivery);
  };
  const fillLane = async (context: Context, lane: Lane) => {
    const capacity = AT_ONCE - lane.underWay.size;
    const rows = capacity > 0 ? await claimDeliveries(parts, lane.names, capacity) : [];
    for (const row of rows) startDelivery(context, row, lane);
    return rows.length > 0 && rows.length === capacity;
  };

  return {
    async look(context: Context): Promise<boolean> {
      let hasMore = false;
      for (const lane of lanes) hasMore = (await fillLane(context, lane)) || hasMore;
      return hasMore;
    },
    extendLeases: () => extendLeases(parts, lanes),
    settled: () => Promise.allSettled(lanes.flatMap(({ underWay }) => [...underWay.values()])),
  };
}

async function extendLeases({ db, log, now }: Parts, lanes: readonly Lane[]): Promise<void> {
  const rows = lanes.flatMap(({ underWay }) => [...underWay.keys()]);
  if (rows.length === 0) return;
  const [ids, attempts] = [rows.map(({ id }) => id), rows.map((row) => row.attempts)];
  await postpone(db, new Date(now().getTime() + LEASE_MS), ids, attempts).catch((err: unknown) =>
    log.warn({ err }, "outbox: the leases of running deliveries could not be extended"),
  );
}

const deliveries = defineCount<string>(
  "shop_deliveries_done_total",
  "Event deliveries made by this process.",
  { subscriber: [] },
);

const failures = defineCount<string>("shop_delivery_failures_total", "Failed attempts to deliver an event.", {
  subscriber: [],
});

function createDeliverer(parts: Parts, subscribers: readonly Subscriber[], signal: AbortSignal) {
  for (const count of [deliveries, failures]) count.allow(subscribers.map(({ name }) => name));
  const byName = new Map(subscribers.map((each) => [each.name, each]));
  const deliver = async (context: Context, row: Row): Promise<void> => {
    try {
      if (row.attempts > ATTEMPTS) throw new Error("The process ended during the last attempt.");
      const delivery = { id: row.id, attempt: row.attempts, signal };
      await byName.get(row.subscriber)?.run(context, row.payload, delivery);
      const deliveredColumns = { doneAt: parts.now(), lastError: null };
      await parts.db.update(outbox).set(deliveredColumns).where(eq(outbox.id, row.id));
      deliveries.add(row.subscriber);
    } catch (error) {
      failures.add(row.subscriber);
      await recordFailure(parts, row, error);
    }
  };
  return (context: Context, row: Row): Promise<void> => {
    const name = `outbox ${row.subscriber}`;
    return runFor({ id: row.requestId ?? row.id, name }, () => deliver(context, row));
  };
}

/** `wait` resolves after `ms`, or as soon as `wake` has been called since the last `reset`. */
function createSignal() {
  let woken = Promise.withResolvers<void>();
  return {
    reset: () => void (woken = Promise.withResolvers()),
    wake: () => woken.resolve(),
    async wait(ms: number) {
      const timer = setTimeout(woken.resolve, ms);
      await woken.promise;
      clearTimeout(timer);
    },
  };
}

const markDone = defineStatement<[Date, string[]]>(
  "update outbox set done_at = $1 where id = any($2::uuid[])",
);

function createLocalDeliveries({ db, log, now }: Parts, signal: AbortSignal) {
  const deliveredIds: string[] = [];
  return {
    /** Does not throw: after a failure, the polling loop reads the event's row and delivers it. */
    async deliver(
      context: Context,
      subscriber: Subscriber,
      { id, payload }: { id: string; payload: unknown },
    ) {
      try {
        await subscriber.run(context, payload, { id, attempt: 1, signal });
        deliveredIds.push(id);
      } catch (err) {
        log.warn(
          { err, subscriber: subscriber.name, delivery: id },
          "subscriber failed; the delivery will be retried",
        );
      }
    },
    async recordDone(): Promise<void> {
      const ids = [...deliveredIds];
      if (ids.length === 0) return;
      await markDone(db, now(), ids);
      deliveredIds.splice(0, ids.length);
    },
  };
}

interface Parts {
  db: Db;
  log: Log;
  now: Clock;
}

type Row = Pick<typeof outbox.$inferSelect, "id" | "subscriber" | "payload" | "attempts" | "requestId">;

/** The delay doubles up to an hour, so 35 attempts last longer than a night in which the mail server is down. */
const ATTEMPTS = 35;
/** The time in ms after which other processes take over the deliveries of a crashed process. */
const LEASE_MS = 25 * SECOND;
const MAX_PAUSE_MS = HOUR;
const PRUNED_AT_ONCE = 5_000;
const KEEP_DONE_MS = 7 * DAY;

/** Claims due deliveries of these subscribers. Other versions of the shop claim the deliveries of their subscribers. */
async function claimDeliveries({ db, now }: Parts, names: string[], limit: number): Promise<Row[]> {
  const ready = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        isNull(outbox.doneAt),
        isNull(outbox.deadAt),
        lte(outbox.runAt, now()),
        inArray(outbox.subscriber, names),
      ),
    )
    .orderBy(asc(outbox.runAt), asc(outbox.id))
    .limit(limit)
    .for("update", { skipLocked: true });
  return db
    .update(outbox)
    .set({ runAt: new Date(now().getTime() + LEASE_MS), attempts: sql`${outbox.attempts} + 1` })
    .where(sql`${outbox.id} = any(array(${ready}))`) // array() makes PostgreSQL run the inner query exactly once
    .returning({
      id: outbox.id,
      subscriber: outbox.subscriber,
      payload: outbox.payload,
      attempts: outbox.attempts,
      requestId: outbox.requestId,
    });
}

const postpone = defineStatement<[Date, string[], number[]]>(
  `update outbox set run_at = $1 from unnest($2::uuid[], $3::int[]) as mine (id, attempts)
    where outbox.id = mine.id and outbox.attempts = mine.attempts and done_at is null`,
);

async function recordFailure({ db, log, now }: Parts, row: Row, error: unknown): Promise<void> {
  const dead = row.attempts >= ATTEMPTS || error instanceof PermanentFailure;
  const pause = Math.min(MAX_PAUSE_MS, 1_000 * 2 ** row.attempts) * (0.5 + Math.random());
  log[dead ? "error" : "warn"](
    { err: error, subscriber: row.subscriber, delivery: row.id, attempt: row.attempts },
    dead
      ? "subscriber failed; the delivery will not be retried"
      : "subscriber failed; the delivery will be retried",
  );
  await db
    .update(outbox)
    .set({
      lastError: String(error).slice(0, 500),
      ...(dead ? { deadAt: now() } : { runAt: new Date(now().getTime() + pause) }),
    })
    // Updates nothing if the lease has expired and another attempt has claimed the row.
    .where(and(eq(outbox.id, row.id), eq(outbox.attempts, row.attempts), isNull(outbox.doneAt)));
}

/** Returns false if there may be more rows to delete. */
async function prune(db: Db, now: Date): Promise<boolean> {
  const expired = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(lt(outbox.doneAt, new Date(now.getTime() - KEEP_DONE_MS)))
    .limit(PRUNED_AT_ONCE);
  const { rowCount } = await db.delete(outbox).where(sql`${outbox.id} = any(array(${expired}))`);
  return (rowCount ?? 0) < PRUNED_AT_ONCE;
}

/** For this time in ms, only the process that published an event may deliver it: it has the event in memory. */
const OWN_PROCESS_MS = 10_000;

const insertOutboxRows = composeInsert(outbox);

const published = defineCount<string>(
  "shop_events_total",
  "Number of committed events by name, such as order.placed.",
  { event: [] },
);

interface PublishedRow {
  id: string;
  subscriber: Subscriber;
  payload: unknown;
  isOwn: boolean;
  createdAt: Date;
  runAt: Date;
}

function createPublisher(
  { now }: Pick<Parts, "now">,
  subscribers: readonly Subscriber[],
  isOwn: (subscriber: Subscriber) => boolean,
) {
  published.allow(subscribers.map(({ topic }) => topic));
  const listOf = new WeakMap<Tx, { rows: PublishedRow[]; events: string[] }>();
  const openList = (tx: Tx) => {
    const list = { rows: [] as PublishedRow[], events: [] as string[] };
    listOf.set(tx, list);
    sendAtCommit(tx, () => insertOutboxRows(list.rows.map(toRow)));
    return list;
  };
  const publish: Publish = async (tx, event, value) => {
    const payload = v.parse(event.payload, value);
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
      const isOwnSubscriber = isOwn(subscriber);
      const delayMs = isOwnSubscriber ? OWN_PROCESS_MS : (subscriber.afterMs ?? 0);
      const runAt = new Date(createdAt.getTime() + delayMs);
      const id = generateUuid(createdAt.getTime());
      list.rows.push({ id, subscriber, payload, isOwn: isOwnSubscriber, createdAt, runAt });
    }
  };
  return {
    publish,
    takePublished(tx: Tx): readonly PublishedRow[] {
      const { rows, events } = listOf.get(tx) ?? { rows: [], events: [] };
      for (const event of events) published.add(event);
      return rows;
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
  requestId: getCurrentWork()?.id ?? null,
  traceparent: null,
});
