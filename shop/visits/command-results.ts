import * as v from "valibot";
import { defineCommandObject } from "#contract/command-data.ts";

const funnel = {
  pages: v.number(),
  product: v.number(),
  /** Number of times that a bag with products in it was opened. */
  bag: v.number(),
  checkout: v.number(),
  /** The number of orders placed in the period, except by phone. `paid` is the number of these that are paid by now. */
  ordered: v.number(),
  paid: v.number(),
};

export const visitsShow = defineCommandObject("visits", {
  since: v.string(),
  until: v.string(),
  total: v.object(funnel),
  /** The sums of the previous period, which ends before `since` and has the same number of days. */
  before: v.object(funnel),
  days: v.array(v.object({ ...funnel, day: v.string() })),
  /** The page that was opened most often is first. */
  pages: v.array(v.object({ page: v.string(), count: v.number() })),
  /** The products that were viewed most often, and the pieces that were ordered in the period. */
  products: v.array(
    v.object({ productId: v.string(), title: v.string(), views: v.number(), pieces: v.number() }),
  ),
  /** The websites whose links visitors followed to the shop. */
  sources: v.array(v.object({ source: v.string(), count: v.number() })),
  /** The searches without results. `count` is the number of different minutes in which the search occurred. */
  searches: v.array(v.object({ words: v.string(), count: v.number() })),
});
