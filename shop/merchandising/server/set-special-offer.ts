import type { Tx } from "#platform/database/database.ts";
import type { SpecialOffer } from "../special-offer.ts";
import { specialOffer } from "./tables.ts";

/** Puts up the owner's special offer, or takes it down with null. */
export async function setSpecialOffer(tx: Tx, offer: SpecialOffer | null): Promise<void> {
  if (offer === null) {
    await tx.delete(specialOffer);
    return;
  }
  const { heading, points } = offer;
  await tx
    .insert(specialOffer)
    .values({ id: 1, heading, points })
    .onConflictDoUpdate({ target: specialOffer.id, set: { heading, points } });
}
