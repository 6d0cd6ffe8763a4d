import type { Context } from "../context.ts";
import type { Parts } from "./outbox-rows.ts";
import type { Subscriber } from "./subscriber.ts";
import { defineStatement } from "../database/statement.ts";

const markDone = defineStatement<[Date, string[]]>(
  "update outbox set done_at = $1 where id = any($2::uuid[])",
);

/** What the process that committed delivers itself, out of memory, and writes down later, many at once. */
export function createLocalDeliveries({ db, log, now }: Parts, signal: AbortSignal) {
  const done: string[] = [];
  return {
    /** Never throws: one that failed or was cut short still has its row, which the loop finds. */
    async deliver(
      context: Context,
      subscriber: Subscriber,
      { id, payload }: { id: string; payload: unknown },
    ) {
      try {
        await subscriber.run(context, payload, { id, attempt: 1, signal });
        done.push(id);
      } catch (err) {
        log.warn({ err, subscriber: subscriber.name, delivery: id }, "subscriber failed, to be tried again");
      }
    },
    async recordDone(): Promise<void> {
      const ids = [...done];
      if (ids.length === 0) return;
      await markDone(db, now(), ids);
      done.splice(0, ids.length);
    },
  };
}
