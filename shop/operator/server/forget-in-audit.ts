import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/database.ts";
import { operatorAudit } from "./tables.ts";

/** Takes someone's e-mail address out of the record of commands, in the caller's transaction: what was done stays. */
export async function forgetInAudit(tx: Tx, email: string): Promise<void> {
  // Of JSON's own signs an address has none; each other sign of it stands for itself.
  const itself = email.replaceAll(/[^a-z0-9@]/gi, String.raw`\$&`);
  const without = (text: unknown) => sql`regexp_replace(${text}::text, ${itself}, 'deleted', 'gi')`;
  const { arguments: given, words } = operatorAudit;
  await tx
    .update(operatorAudit)
    .set({ arguments: sql`${without(given)}::jsonb`, words: without(words) })
    .where(sql`strpos(lower(concat(${given}::text, ' ', ${words})), ${email.toLowerCase()}) > 0`);
}
