import { setTimeout as pause } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { SECOND } from "#contract/time.ts";
import type { Context } from "./context.ts";
import type { Finding } from "./finding.ts";
import { generateCode } from "./ids.ts";
import { explainConflict, findDifferences, type ShopProcess } from "./process-differences.ts";
import { collectProcessFacts } from "./process-facts.ts";
import {
  deriveSecrets,
  generateSalt,
  isOpen,
  listOpen,
  type ProcessRow,
  type Registered,
  say,
} from "./process-rows.ts";
import { defineService } from "./service.ts";
import { shopProcess } from "./tables.ts";

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
  const open = await listOpen(context.db);
  return findDifferences(
    own,
    open.filter(({ id }) => id !== own.id),
  );
}

/** Who seems to be in the way may be dead, and only not forgotten: whether it says something is waited for. */
async function openRegistration(context: Context, step: (message: string) => void): Promise<Registered> {
  const facts = await collectProcessFacts(context.config);
  const id = generateCode(10);
  let salt = (await listOpen(context.db))[0]?.salt ?? generateSalt();
  let secrets = await deriveSecrets(context, salt);
  const firstSeen = new Map<string, number>();
  for (;;) {
    const own = { id, startedAt: context.now(), salt, facts, ...secrets };
    const open = await insertUnlessInTheWay(context, own);
    const otherSalt = open.find((other) => other.salt !== salt)?.salt;
    if (otherSalt !== undefined) {
      salt = otherSalt;
      secrets = await deriveSecrets(context, salt);
      continue;
    }
    const conflicts = listConflicts(own, open);
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

/** One after another, so that of two that start at once one sees the other. Returns those that are open beside it. */
const insertUnlessInTheWay = (context: Context, own: Registered): Promise<ProcessRow[]> =>
  context.transact(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    const open = await listOpen(tx);
    const isFree = open.every(({ salt }) => salt === own.salt) && listConflicts(own, open).length === 0;
    if (isFree) {
      await tx.delete(shopProcess).where(sql`not ${isOpen}`);
      await say(tx, own);
    }
    return open;
  });

const listConflicts = (own: ShopProcess, open: readonly ProcessRow[]) =>
  open.flatMap((other) => {
    const reason = explainConflict(own, other);
    return reason === null ? [] : [{ other, reason }];
  });
