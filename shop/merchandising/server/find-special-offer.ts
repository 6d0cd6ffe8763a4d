import type { Db, Tx } from "#platform/database/database.ts";
import type { SpecialOffer } from "../special-offer.ts";
import { specialOffer } from "./tables.ts";

/** The offer that is up, or one without heading and points, which shows nothing (§2.6). */
export async function findSpecialOffer(db: Db | Tx): Promise<SpecialOffer> {
  const [offer] = await db.select().from(specialOffer);
  return offer ? { heading: offer.heading, points: offer.points } : { heading: "", points: [] };
}
