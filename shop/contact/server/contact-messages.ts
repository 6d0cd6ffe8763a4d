import { eq, asc, isNull, sql } from "drizzle-orm";
import { IDEMPOTENCY_HEADER } from "#contract/endpoint.ts";
import { formatDateTime, getEndOfDay } from "#contract/dates.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { HOUR } from "#contract/time.ts";
import type { HandlerInput } from "#platform/http/route.ts";
import { generateUuid, isId, hashText } from "#platform/ids.ts";
import { type Limit, limitVisitors, refuseTooMany } from "#platform/limits/rate-limit.ts";
import { isOneAddress } from "#platform/mail/send-mail.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import { toEmailKey } from "#contract/person.ts";
import { findVerifiedEmail } from "#shop/accounts/server/index.ts";
import { calculateReplyDay } from "#shop/policies/delivery-dates.ts";
import { getShopRules } from "#shop/policies/server/index.ts";
import type { sendMessage } from "../endpoints.ts";
import { messageAnswered, messageReceived } from "../events.ts";
import { messageMessages } from "../message.ts";
import { contactMessage } from "./tables.ts";

/** The limit for one IP address. Messages and newsletter subscriptions are counted separately (security §10). */
export const CONTACT_LIMIT: Limit = { burst: 10, perMs: HOUR };

/** Stores a message (D93), only once for the same content and idempotency key. Refuses with `too_many`. */
export async function saveMessage(
  context: Context,
  { body: input, requestContext }: HandlerInput<typeof sendMessage>,
) {
  const key = requestContext.header(IDEMPOTENCY_HEADER);
  const limits = limitVisitors("contact", requestContext.ip, context.config, CONTACT_LIMIT);
  const refusal = await refuseTooMany(context, ...limits);
  if (refusal) return refusal;
  const receivedAt = context.now();
  const id = generateUuid(receivedAt.getTime());
  // The hash includes the message, so that a different message with the same key is stored too.
  const sentKey = key ? hashText(JSON.stringify([key, input.name, input.email, input.message])) : null;
  await context.transact(async (tx) => {
    const saved = await tx
      .insert(contactMessage)
      .values({ id, ...input, receivedAt, sentKey })
      .onConflictDoNothing()
      .returning({ id: contactMessage.id });
    if (saved.length > 0) await context.outbox.publish(tx, messageReceived, { messageId: id });
  });
  return { success: true as const, message: messageMessages.received };
}

type SavedMessage = typeof contactMessage.$inferSelect;

export async function findMessage({ db }: Context, messageId: string): Promise<SavedMessage | null> {
  const [row] = await db.select().from(contactMessage).where(eq(contactMessage.id, messageId));
  return row ?? null;
}

/** Stores and mails an answer. Calls `confirm` before the commit; it may throw to roll back. @throws CommandRefused */
export async function answerMessage(
  context: Context,
  messageId: string,
  answer: string,
  confirm: (message: SavedMessage) => void,
): Promise<SavedMessage> {
  return context.transact(async (tx) => {
    const [message] = isId(messageId)
      ? await tx.select().from(contactMessage).where(eq(contactMessage.id, messageId)).for("update")
      : [];
    if (!message)
      throw new CommandRefused(`There is no message "${messageId}". Check the id in the list of messages.`);
    if (message.answeredAt !== null)
      throw new CommandRefused(`The message was already answered on ${formatDateTime(message.answeredAt)}.`);
    if (!isOneAddress(message.email))
      throw new CommandRefused(
        `No e-mail can be sent to "${message.email}". If you answered in another way, mark the message as answered.`,
      );
    const answeredMessage = { ...message, answer, answeredAt: context.now() };
    await tx.update(contactMessage).set(answeredMessage).where(eq(contactMessage.id, messageId));
    await context.outbox.publish(tx, messageAnswered, { messageId });
    confirm(answeredMessage);
    return answeredMessage;
  });
}

export async function listUnanswered(context: Context) {
  const rows = await context.db
    .select()
    .from(contactMessage)
    .where(isNull(contactMessage.answeredAt))
    .orderBy(asc(contactMessage.receivedAt), asc(contactMessage.id));
  return rows.map((row) => ({ ...row, dueAt: getReplyDeadline(context, row) }));
}

/** Returns the end of the day by which the shop promises to answer a message. */
export const getReplyDeadline = (context: Context, { receivedAt }: Pick<SavedMessage, "receivedAt">): Date =>
  getEndOfDay(calculateReplyDay(receivedAt, getShopRules(context)));

export async function listOwnMessages(db: Db, accountId: string) {
  const email = await findVerifiedEmail(db, accountId);
  if (email === null) return [];
  const { name, message, receivedAt, answer } = contactMessage;
  const rows = await db
    .select({ name, message, receivedAt, answer })
    .from(contactMessage)
    .where(isFrom(email))
    .orderBy(asc(receivedAt), asc(contactMessage.id));
  return rows.map(({ answer: value, ...row }) => ({
    ...row,
    receivedAt: row.receivedAt.toISOString(),
    ...(value !== null && { answer: value }),
  }));
}

export async function deleteMessages(db: Tx, email: string): Promise<void> {
  await db.delete(contactMessage).where(isFrom(email));
}

export const isFrom = (email: string) => sql`lower(${contactMessage.email}) = ${toEmailKey(email)}`;
