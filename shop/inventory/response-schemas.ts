import * as v from "valibot";

/** How a product is had, where its stock does not say it all; ours alone (D101). */
export const supplySchema = v.object({
  /** Days in which a piece is made that is not there. */
  leadDays: v.exactOptional(v.number()),
  /** Pieces that are there of a product that can be ordered beyond them. */
  ready: v.exactOptional(v.number()),
  /** The most of it in one order, where the shop has a limit of its own. */
  most: v.exactOptional(v.number()),
});
