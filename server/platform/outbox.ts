import { and, asc, eq, inArray, isNull, lt, lte, sql } from "drizzle-orm";
import * as v from "valibot";
import { createBell } from "./bell.ts";
import type { Clock } from "./clock.ts";
import type { Context, Tell } from "./context.ts";
import type { Db, Tx } from "./database.ts";
import { uuidv7 } from "./ids.ts";
import type { Log } from "./log.ts";
import { type Reaction, RefusedForGood } from "./reaction.ts";
import { outbox } from "./tables.ts";

export interface Outbox {
  tell: Tell;
  /** Delivers at once what was told in this transaction; without it the next look finds it. */
  committed(tx: Tx): void;
  /** Begins to deliver, now and whenever something is due. */
  start(context: Context): void;
  /** Looks again without waiting. */
  poke(): void;
  /** Ends after the deliveries under way. */
  stop(): Promise<void>;
  /** Delivers once what is due now and returns how many rows that were; failed ones are due again later. */
  deliverDue(context: Context): Promise<number>;
}

const LOOK_EVERY_MS = 1_000;
const AT_ONCE = 10;
const LEASE_MS = 60_000;
const ATTEMPTS = 12;
const LONGEST_PAUSE_MS = 60 * 60_000;
const PRUNE_EVERY_MS = 60 * 60_000;
const KEEP_DONE_MS = 7 * 24 * 60 * 60_000;

interface Parts {
  db: Db;
  log: Log;
  now: Clock;
}

/** Reactions that share their places: so many of them are delivered at once, whatever the other lane is doing. */
interface Lane {
  names: string[];
  underWay: Set<Promise<void>>;
}

type Row = Pick<typeof outbox.$inferSelect, "id" | "reaction" | "payload" | "attempts">;

/**
 * Events written in the transaction that causes them, one row for each reaction, and delivered at least once
 * after it commits. Several processes share the work: a claimed row is leased for a minute, and whoever dies
 * leaves it to the others. No LISTEN/NOTIFY: who commits pokes its own loop, the others look every second.
 */
export function createOutbox(parts: Parts, reactions: readonly Reaction[]): Outbox {
  const { db, log, now } = parts;
  const byName = new Map(reactions.map((each) => [each.name, each]));
  if (byName.size < reactions.length) throw new Error("Two reactions share a name.");
  const told = new WeakSet<Tx>();
  const stopping = new AbortController();
  const lanes: Lane[] = [false, true]
    .map((outside) => reactions.filter(({ goesOutside = false }) => goesOutside === outside))
    .filter((shared) => shared.length > 0)
    .map((shared) => ({ names: shared.map(({ name }) => name), underWay: new Set() }));
  const bell = createBell();
  let loop: Promise<void> | undefined;

  const deliver = async (context: Context, row: Row) => {
    try {
      if (row.attempts > ATTEMPTS) throw new Error("The process ended during the last attempt.");
      const delivery = { id: row.id, attempt: row.attempts, signal: stopping.signal };
      await byName.get(row.reaction)?.run(context, row.payload, delivery);
      await db.update(outbox).set({ doneAt: now(), lastError: null }).where(eq(outbox.id, row.id));
    } catch (error) {
      await setAside(parts, row, error);
    }
  };

  const begin = (context: Context, row: Row, { underWay }: Lane) => {
    const delivery = deliver(context, row)
      // Not even the failure could be written down: the lease runs out and somebody tries again.
      .catch((err: unknown) => log.error({ err, reaction: row.reaction }, "outbox: delivery not recorded"))
      .finally(() => {
        underWay.delete(delivery);
        if (underWay.size === AT_ONCE - 1) bell.ring();
      });
    underWay.add(delivery);
  };

  const look = async (context: Context, lane: Lane) => {
    const room = AT_ONCE - lane.underWay.size;
    const rows = room > 0 ? await claim(parts, lane.names, room) : [];
    for (const row of rows) begin(context, row, lane);
    return rows.length > 0 && rows.length === room;
  };

  const run = async (context: Context) => {
    let pruneAt = 0;
    while (!stopping.signal.aborted) {
      bell.reset();
      let more = false;
      try {
        for (const lane of lanes) more = (await look(context, lane)) || more;
        if (performance.now() >= pruneAt) {
          await prune(db, now());
          pruneAt = performance.now() + PRUNE_EVERY_MS;
        }
      } catch (err) {
        log.error({ err }, "outbox: the database does not answer");
      }
      if (!more) await bell.wait(LOOK_EVERY_MS * (0.8 + 0.4 * Math.random()));
    }
    await Promise.allSettled(lanes.flatMap(({ underWay }) => [...underWay]));
  };

  return {
    async tell(tx, event, payload) {
      const checked = v.parse(event.payload, payload);
      const at = now();
      const rows = reactions
        .filter(({ topic }) => topic === event.name)
        .map(({ topic, name, afterMs = 0 }) => ({
          id: uuidv7(at.getTime()),
          topic,
          reaction: name,
          payload: checked,
          createdAt: at,
          runAt: new Date(at.getTime() + afterMs),
        }));
      if (rows.length === 0) return;
      await tx.insert(outbox).values(rows);
      told.add(tx);
    },
    committed: (tx) => {
      if (told.has(tx)) bell.ring();
    },
    start: (context) => {
      loop ??= run(context);
    },
    poke: bell.ring,
    async stop() {
      stopping.abort();
      bell.ring();
      await loop;
    },
    async deliverDue(context) {
      const rows = await claim(parts, [...byName.keys()], AT_ONCE);
      await Promise.all(rows.map((row) => deliver(context, row)));
      return rows.length;
    },
  };
}

/** Takes due rows for a minute. Only reactions this process knows: another version may know the others. */
async function claim({ db, now }: Parts, names: string[], limit: number): Promise<Row[]> {
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        isNull(outbox.doneAt),
        isNull(outbox.deadAt),
        lte(outbox.runAt, now()),
        inArray(outbox.reaction, names),
      ),
    )
    .orderBy(asc(outbox.runAt), asc(outbox.id))
    .limit(limit)
    .for("update", { skipLocked: true });
  return db
    .update(outbox)
    .set({ runAt: new Date(now().getTime() + LEASE_MS), attempts: sql`${outbox.attempts} + 1` })
    .where(sql`${outbox.id} = any(array(${due}))`) // array(): the inner query runs exactly once
    .returning({
      id: outbox.id,
      reaction: outbox.reaction,
      payload: outbox.payload,
      attempts: outbox.attempts,
    });
}

/** Later, twice as late each time and not all at once; refused for good or after the last attempt never, until the operator says so. */
async function setAside({ db, log, now }: Parts, row: Row, error: unknown): Promise<void> {
  const dead = row.attempts >= ATTEMPTS || error instanceof RefusedForGood;
  const pause = Math.min(LONGEST_PAUSE_MS, 1_000 * 2 ** row.attempts) * (0.5 + Math.random());
  log[dead ? "error" : "warn"](
    { err: error, reaction: row.reaction, delivery: row.id, attempt: row.attempts },
    dead ? "reaction failed for the last time" : "reaction failed, to be tried again",
  );
  await db
    .update(outbox)
    .set({
      lastError: String(error).slice(0, 500),
      ...(dead ? { deadAt: now() } : { runAt: new Date(now().getTime() + pause) }),
    })
    // A row whose lease ran out belongs to the next attempt.
    .where(and(eq(outbox.id, row.id), eq(outbox.attempts, row.attempts), isNull(outbox.doneAt)));
}

const prune = (db: Db, now: Date) =>
  db.delete(outbox).where(lt(outbox.doneAt, new Date(now.getTime() - KEEP_DONE_MS)));
