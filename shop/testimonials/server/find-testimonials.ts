import { desc, eq } from "drizzle-orm";
import type { Db } from "#platform/database.ts";
import { SHOWN_MAX, type Testimonial } from "../testimonial.ts";
import { testimonial } from "./tables.ts";

/** What everyone sees: the newest that the owner has not hidden. */
export async function findTestimonials(db: Db): Promise<Testimonial[]> {
  const { id, name, rating, message, sample } = testimonial;
  const rows = await db
    .select({ id, name, rating, message, sample })
    .from(testimonial)
    .where(eq(testimonial.hidden, false))
    .orderBy(desc(testimonial.createdAt), desc(testimonial.id))
    .limit(SHOWN_MAX);
  return rows.map(({ sample: made, ...row }) => ({ _id: row.id, ...row, ...(made && { sample: made }) }));
}
