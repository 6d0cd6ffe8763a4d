import { setTimeout as pause } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { SECOND } from "#contract/time.ts";
import type { Context } from "../context.ts";
import type { Finding } from "../checks/finding.ts";
import { generateCode } from "../ids.ts";
import { explainConflict, findDifferences } from "./process-differences.ts";
import { collectProcessFacts } from "./process-facts.ts";
import { compareBySecret, deriveSecrets, generateSalt } from "./process-secrets.ts";
import { isOpen, listOpen, type Registered, say } from "./process-rows.ts";
import { defineService } from "../service.ts";
import { shopProcess } from "../database/tables.ts";

/** Another process is open that this one may not be open beside. */
export class ProcessConflict extends Error {
  override readonly name = "ProcessConflict";
}

/** Three times before it is taken for dead. */
const SAYS_EVERY_MS = 3 * SECOND;
const LOOK_EVERY_MS = 500;
const LOCK = 7_291_006;

/** What this process registered as; null while it has not. */
const registration = defineService("process", () => ({ own: null as Registered | null }));

/**
 * Writes this process among those that are open on the database server, until it is closed. One process alone has
 * the embedded database. @throws ProcessConflict when one is open whose secret or payments do not go with this one's
 */
export async function registerProcess(
  context: Context,
  step: (message: string) => void = () => {},
): Promise<{ close(): Promise<void> }> {
  if (context.engine === "embedded") return { close: async () => {} };
  const own = await openRegistration(context, step);
  context.service(registration).own = own;
  for (const { about, what } of await checkProcesses(context))
    context.log.warn({ about, what }, "processes differ");
  const saying = setInterval(() => {
    say(context.db, own).catch((err: unknown) =>
      context.log.debug({ err }, "the process could not say that it lives"),
    );
  }, SAYS_EVERY_MS).unref();
  return {
    async close() {
      clearInterval(saying);
      await context.db
        .delete(shopProcess)
        .where(eq(shopProcess.id, own.id))
        .catch(() => {}); // without a database the others notice by themselves
    },
  };
}

/** In what the open processes differ, for the owner. */
export async function checkProcesses(context: Context): Promise<Finding[]> {
  const { own } = context.service(registration);
  if (!own) return [];
  const others = (await listOpen(context.db)).filter(({ id }) => id !== own.id);
  return findDifferences(own, await Promise.all(others.map((other) => compareBySecret(context, own, other))));
}

/** Who seems to be in the way may be dead, and only not forgotten: whether it says something is waited for. */
async function openRegistration(context: Context, step: (message: string) => void): Promise<Registered> {
  const facts = await collectProcessFacts(context.config);
  const salt = (await listOpen(context.db))[0]?.salt ?? generateSalt();
  const secrets = await deriveSecrets(context, salt);
  const own = { id: generateCode(10), startedAt: context.now(), salt, facts, ...secrets };
  const firstSeen = new Map<string, number>();
  for (;;) {
    const conflicts = await insertUnlessInTheWay(context, own);
    if (conflicts.length === 0) return own;
    for (const { other, reason } of conflicts) {
      const first = firstSeen.get(other.id) ?? other.seenAt.getTime();
      if (other.seenAt.getTime() > first) throw new ProcessConflict(reason);
      if (!firstSeen.has(other.id))
        step(`Looking whether ${other.facts.name} is open, which has other settings`);
      firstSeen.set(other.id, first);
    }
    await pause(LOOK_EVERY_MS);
  }
}

/** One after another, so that of two that start at once one sees the other. Returns those that it may not be beside. */
const insertUnlessInTheWay = (context: Context, own: Registered) =>
  context.transact(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    const compared = (await listOpen(tx)).map(async (other) => {
      const reason = explainConflict(own, await compareBySecret(context, own, other));
      return reason === null ? [] : [{ other, reason }];
    });
    const conflicts = (await Promise.all(compared)).flat();
    if (conflicts.length === 0) {
      await tx.delete(shopProcess).where(sql`not ${isOpen}`);
      await say(tx, own);
    }
    return conflicts;
  });
