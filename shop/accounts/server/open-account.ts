import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { generateUuid } from "#platform/ids.ts";
import { toEmailKey } from "../credentials.ts";
import { recordActivity, type Visitor } from "./record-activity.ts";
import { account } from "./tables.ts";

type Row = typeof account.$inferSelect;

/** Who it is for; without a hash no one can log in before they have set a password by mail. */
type NewAccount = Pick<Row, "email" | "firstName" | "lastName" | "phoneNumber" | "passwordHash"> &
  Partial<Pick<Row, "emailProvedAt">>;

/** Opens an account, as `visitor` (null for the shop itself); null when its mailbox has one already (D59). */
export async function openAccount(
  tx: Tx,
  context: Context,
  person: NewAccount,
  visitor: Visitor,
): Promise<Row | null> {
  const now = context.now();
  const { email, firstName, lastName, phoneNumber, passwordHash, emailProvedAt = null } = person;
  const [opened] = await tx
    .insert(account)
    .values({
      id: generateUuid(now.getTime()),
      email,
      emailKey: toEmailKey(email),
      firstName,
      lastName,
      phoneNumber,
      passwordHash,
      emailProvedAt,
      createdAt: now,
    })
    .onConflictDoNothing({ target: account.emailKey })
    .returning();
  if (!opened) return null;
  await recordActivity(tx, context, opened.id, "registered", visitor);
  return opened;
}
