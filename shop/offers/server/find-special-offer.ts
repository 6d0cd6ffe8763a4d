import type { Context } from "#platform/context.ts";
import type { SpecialOffer } from "../special-offer.ts";
import { specialOffer } from "./tables.ts";

/** The offer that is up, or one without heading and points, which shows nothing (§2.6). */
export async function findSpecialOffer(context: Context): Promise<SpecialOffer> {
  const [offer] = await context.db.select().from(specialOffer);
  return offer ? { heading: offer.heading, points: offer.points } : { heading: "", points: [] };
}
