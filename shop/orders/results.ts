import * as v from "valibot";
import { defineCommandData } from "#contract/command-data.ts";

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
