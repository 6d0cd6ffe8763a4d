import { randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { SECOND } from "#contract/time.ts";
import type { Context } from "./context.ts";
import type { Tx } from "./database.ts";
import { getSecret } from "./secret.ts";
import { shopProcess } from "./tables.ts";

export type ProcessRow = typeof shopProcess.$inferSelect;

export type Registered = Omit<ProcessRow, "seenAt">;

/** After so long without a word a process is taken for dead. */
const DEAD_AFTER_MS = 10 * SECOND;

/** By the database's clock, which all of them have in common. */
export const isOpen = sql`${shopProcess.seenAt} > clock_timestamp() - make_interval(secs => ${DEAD_AFTER_MS / SECOND})`;

export const listOpen = (db: Pick<Tx, "select">): Promise<ProcessRow[]> =>
  db.select().from(shopProcess).where(isOpen).orderBy(shopProcess.startedAt, shopProcess.id);

const seenAt = sql`clock_timestamp()`;

export const say = (db: Pick<Tx, "insert">, own: Registered) =>
  db
    .insert(shopProcess)
    .values({ ...own, seenAt })
    .onConflictDoUpdate({ target: shopProcess.id, set: { seenAt } });

export const generateSalt = () => randomBytes(16).toString("base64url");

const scryptOf = promisify<string, string, number, Buffer>(scrypt);

/**
 * Whoever reads the database has to spend scrypt on each guess at a secret, and anew for each shop; the processes only
 * compare.
 */
export async function deriveSecrets(context: Context, salt: string) {
  const derive = async (secret: string) => (await scryptOf(secret, salt, 32)).toString("base64url");
  const { previousSecret } = context.config;
  return {
    secret: await derive(getSecret(context)),
    previousSecret: previousSecret === undefined ? null : await derive(previousSecret),
  };
}
