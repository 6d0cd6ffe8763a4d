import { asc, isNull } from "drizzle-orm";
import type { Db } from "#platform/database/database.ts";
import { contactMessage } from "./tables.ts";

/** Messages that wait for an answer, the oldest first. */
export const listUnanswered = (db: Db): Promise<(typeof contactMessage.$inferSelect)[]> =>
  db
    .select()
    .from(contactMessage)
    .where(isNull(contactMessage.answeredAt))
    .orderBy(asc(contactMessage.receivedAt), asc(contactMessage.id));
