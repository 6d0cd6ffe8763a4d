import type { Context } from "#platform/context.ts";
import { uuidv7 } from "#platform/ids.ts";
import { type ContactMessage, messageSentences } from "../message.ts";
import { tooMany } from "./limits.ts";
import { contactMessage } from "./tables.ts";

/** Keeps a message for the owner, as it was typed (D93). Refuses `too_many`. */
export async function keepMessage(context: Context, written: ContactMessage, ip: string) {
  const refusal = await tooMany(context, "contact", ip);
  if (refusal) return refusal;
  const receivedAt = context.now();
  await context.db
    .insert(contactMessage)
    .values({ id: uuidv7(receivedAt.getTime()), ...written, receivedAt });
  return { success: true as const, message: messageSentences.received };
}
