import * as v from "valibot";
import { defineCommandData } from "#contract/command-data.ts";

/** The products with counted stock that sell or are sold out, most urgent first. */
export const reportStock = defineCommandData(
  "report",
  "stock",
  v.array(
    v.object({
      productId: v.string(),
      title: v.string(),
      left: v.number(),
      sold: v.number(),
      daysLeft: v.number(),
      /** Number of people who wait for an e-mail about the product. */
      waiting: v.number(),
    }),
  ),
);
