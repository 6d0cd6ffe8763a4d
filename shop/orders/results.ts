import * as v from "valibot";
import { defineCommandData } from "#contract/command-data.ts";

/** The best-selling products with their value in paise, before GST. */
export const reportBestSellers = defineCommandData(
  "report",
  "best-sellers",
  v.array(
    v.object({
      productId: v.string(),
      title: v.string(),
      pieces: v.number(),
      orders: v.number(),
      worthPaise: v.number(),
    }),
  ),
);
