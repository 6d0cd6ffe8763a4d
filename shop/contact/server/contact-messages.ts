import { createHash } from "node:crypto";
import { eq, asc, isNull } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Db } from "#platform/database/database.ts";
import { generateUuid } from "#platform/ids.ts";
import { messageReceived } from "../events.ts";
import { type ContactMessage, messageMessages } from "../message.ts";
import { refuseTooMany } from "./limits.ts";
import { contactMessage } from "./tables.ts";

/** Saves a message for the owner, as it was typed (D93); the same words under the same `key` once. Refuses `too_many`. */
export async function saveMessage(
  context: Context,
  written: ContactMessage,
  { ip, key }: { ip: string; key: string | undefined },
) {
  const refusal = await refuseTooMany(context, "contact", ip);
  if (refusal) return refusal;
  const receivedAt = context.now();
  const id = generateUuid(receivedAt.getTime());
  await context.transact(async (tx) => {
    const saved = await tx
      .insert(contactMessage)
      .values({ id, ...written, receivedAt, sentKey: key ? hashSending(key, written) : null })
      .onConflictDoNothing()
      .returning({ id: contactMessage.id });
    if (saved.length > 0) await context.outbox.publish(tx, messageReceived, { messageId: id });
  });
  return { success: true as const, message: messageMessages.received };
}

/** Another message under the same key is another one. */
const hashSending = (key: string, { name, email, message }: ContactMessage): string =>
  createHash("sha256")
    .update(JSON.stringify([key, name, email, message]))
    .digest("base64url");

type SavedMessage = typeof contactMessage.$inferSelect;

/** A message by id; null when there is none. */
export async function findMessage({ db }: Context, messageId: string): Promise<SavedMessage | null> {
  const [found] = await db.select().from(contactMessage).where(eq(contactMessage.id, messageId));
  return found ?? null;
}

/** Messages that wait for an answer, the oldest first. */
export const listUnanswered = (db: Db): Promise<(typeof contactMessage.$inferSelect)[]> =>
  db
    .select()
    .from(contactMessage)
    .where(isNull(contactMessage.answeredAt))
    .orderBy(asc(contactMessage.receivedAt), asc(contactMessage.id));
