import { desc, eq } from "drizzle-orm";
import type { Db, Tx } from "#platform/database/database.ts";
import { testimonial } from "./tables.ts";

/** What a customer has written, hidden ones too. */
export const listOwnTestimonials = (db: Db, accountId: string) =>
  db
    .select({
      name: testimonial.name,
      rating: testimonial.rating,
      message: testimonial.message,
      createdAt: testimonial.createdAt,
    })
    .from(testimonial)
    .where(eq(testimonial.accountId, accountId))
    .orderBy(desc(testimonial.createdAt));

/** Takes the person out of what they wrote: the customer leaves. */
export async function anonymiseTestimonials(tx: Tx, accountId: string): Promise<void> {
  await tx
    .update(testimonial)
    .set({ accountId: null, name: "A customer" })
    .where(eq(testimonial.accountId, accountId));
}
