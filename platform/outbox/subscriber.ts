import * as v from "valibot";
import { SECOND } from "#contract/time.ts";
import type { Event } from "#contract/event.ts";
import type { Context } from "../context.ts";
import type { Db, Tx } from "../database/database.ts";
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { isId } from "../ids.ts";
import { outbox } from "../database/tables.ts";

export interface Delivery {
  /** The delivery's id, the same in every attempt. Send it as Message-ID or Idempotency-Key if the receiver has one. */
  id: string;
  attempt: number;
  signal: AbortSignal;
}

/** A feature's reaction to a published event. Events may be delivered twice and in any order. */
export interface Subscriber extends DeliveryOptions {
  readonly topic: string;
  readonly name: string;
  run(context: Context, payload: unknown, delivery: Delivery): Promise<void>;
  /** Runs in the transaction that publishes the event. A subscriber with `join` does nothing after the commit. */
  readonly join?: (tx: Tx, payload: unknown) => Promise<void>;
}

interface DeliveryOptions {
  /** The delay in ms before the delivery. A second event may make the delivery unnecessary during this time. */
  readonly afterMs?: number;
  /** True if the publishing process delivers the event at once, without reading its row, because a user is waiting. */
  readonly fromMemory?: boolean;
  /** True if the delivery waits for an external service. Such deliveries do not delay the others. */
  readonly goesOutside?: boolean;
}

/** Thrown by a delivery if a retry would fail too. Then only the operator can retry the delivery. */
export class PermanentFailure extends Error {
  override readonly name = "PermanentFailure";
}

/**
 * Defines work that runs after an event is published and committed. The name must be unique, for example
 * `notifications.confirm-order`. If it changes, stored events that were waiting under the old name are never delivered.
 */
export const defineSubscriber = <Payload>(
  event: Event<Payload>,
  name: string,
  handler: (context: Context, payload: Payload, delivery: Delivery) => Promise<void>,
  options: DeliveryOptions = {},
): Subscriber => ({
  ...options,
  topic: event.name,
  name,
  run: (context, payload, delivery) => handler(context, v.parse(event.payload, payload), delivery),
});

export const defineParticipant = <Payload>(
  event: Event<Payload>,
  name: string,
  join: (tx: Tx, payload: Payload) => Promise<unknown>,
): Subscriber => ({
  topic: event.name,
  name,
  run: async () => {},
  join: async (tx, payload) => void (await join(tx, v.parse(event.payload, payload))),
});

type PendingDelivery = Pick<
  typeof outbox.$inferSelect,
  "id" | "subscriber" | "payload" | "attempts" | "createdAt" | "runAt" | "deadAt" | "lastError"
>;

/** Deliveries with `deadAt` are not retried any more. */
export const listPendingDeliveries = (
  { db }: Pick<Context, "db">,
  names: readonly string[],
): Promise<PendingDelivery[]> =>
  db.select().from(outbox).where(whereFailed(names)).orderBy(asc(outbox.createdAt), asc(outbox.id));

export async function retryDeliveries(
  { db, now }: Pick<Context, "db" | "now">,
  names: readonly string[],
  id?: string,
): Promise<number> {
  if (id !== undefined && !isId(id)) return 0;
  const retried = await db
    .update(outbox)
    .set({ attempts: 0, deadAt: null, runAt: now() })
    .where(and(whereFailed(names), id === undefined ? undefined : inArray(outbox.id, [id])))
    .returning({ id: outbox.id });
  return retried.length;
}

/** True if an event with this payload was delivered before `deadline`, or if its first attempt was in progress then. */
export async function wasDelivered(
  db: Db,
  subscriber: string,
  payload: Readonly<Record<string, string | number>>,
  deadline: Date,
): Promise<boolean> {
  const isUnderWay = and(
    eq(outbox.attempts, 1),
    isNull(outbox.lastError),
    lt(outbox.createdAt, new Date(deadline.getTime() - SECOND)),
  );
  const [row] = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        eq(outbox.subscriber, subscriber),
        sql`${outbox.payload} @> ${JSON.stringify(payload)}::jsonb`,
        or(lt(outbox.doneAt, deadline), isUnderWay),
      ),
    )
    .limit(1);
  return row !== undefined;
}

const whereFailed = (names: readonly string[]) =>
  and(
    inArray(outbox.subscriber, [...names]),
    isNull(outbox.doneAt),
    or(isNotNull(outbox.deadAt), and(isNotNull(outbox.lastError), gt(outbox.attempts, 0))),
  );
