import { inArray } from "drizzle-orm";
import type { Context } from "./context.ts";
import type { Parts } from "./outbox-rows.ts";
import type { Reaction } from "./reaction.ts";
import { outbox } from "./tables.ts";

/** What the process that committed delivers itself, out of memory, and writes down later, many at once. */
export function createOwnDeliveries({ db, log, now }: Parts, signal: AbortSignal) {
  const done: string[] = [];
  return {
    /** Never throws: one that failed or was cut short still has its row, which the loop finds. */
    async deliver(context: Context, reaction: Reaction, { id, payload }: { id: string; payload: unknown }) {
      try {
        await reaction.run(context, payload, { id, attempt: 1, signal });
        done.push(id);
      } catch (err) {
        log.warn({ err, reaction: reaction.name, delivery: id }, "reaction failed, to be tried again");
      }
    },
    async writeDown(): Promise<void> {
      const ids = [...done];
      if (ids.length === 0) return;
      await db.update(outbox).set({ doneAt: now() }).where(inArray(outbox.id, ids));
      done.splice(0, ids.length);
    },
  };
}
