import * as v from "valibot";
import { defineCommandData } from "#contract/command-data.ts";

/** The number of visits at each step of a purchase, on one day or on all days. */
const funnel = {
  /** Number of opened pages. */
  pages: v.number(),
  /** Number of product pages that were shown. */
  product: v.number(),
  /** Number of times a bag with products, or the checkout, was shown. */
  bag: v.number(),
  checkout: v.number(),
  /** Number of orders placed on that day, and how many of them are paid by now. */
  ordered: v.number(),
  paid: v.number(),
};

/** The visits of a period. */
export const visitsShow = defineCommandData(
  "visits",
  "show",
  v.object({
    /** The first and the last day of the period. */
    since: v.string(),
    until: v.string(),
    total: v.object(funnel),
    /** All days, newest first. */
    days: v.array(v.object({ ...funnel, day: v.string() })),
    /** The names are those in the table of pages, most opened first. */
    pages: v.array(v.object({ page: v.string(), count: v.number() })),
    /** Words without results, and the number of minutes in which they were searched. */
    searches: v.array(v.object({ words: v.string(), count: v.number() })),
  }),
);
