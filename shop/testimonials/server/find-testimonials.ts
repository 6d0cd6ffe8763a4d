import { and, desc, eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { SHOWN_MAX, type Testimonial } from "../testimonial.ts";
import { testimonial } from "./tables.ts";

/** What everyone sees: the newest that the owner has not hidden; samples never in production (D110). */
export async function findTestimonials({ db, config }: Context): Promise<Testimonial[]> {
  const { id, name, rating, message, sample } = testimonial;
  const rows = await db
    .select({ id, name, rating, message, sample })
    .from(testimonial)
    .where(
      and(
        eq(testimonial.hidden, false),
        config.profile === "production" ? eq(testimonial.sample, false) : undefined,
      ),
    )
    .orderBy(desc(testimonial.createdAt), desc(testimonial.id))
    .limit(SHOWN_MAX);
  return rows.map(({ sample: made, ...row }) => ({ _id: row.id, ...row, ...(made && { sample: made }) }));
}
