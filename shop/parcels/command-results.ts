import * as v from "valibot";
import { defineCommandData, moment } from "#contract/command-data.ts";

export const packList = defineCommandData(
  "orders pack",
  v.object({
    orders: v.array(
      v.object({
        orderId: v.string(),
        /** The day by which the parcel must be shipped, also in words (`packBy`). */
        dueAt: moment,
        packBy: v.string(),
        notBefore: v.nullable(v.string()),
        shelves: v.array(v.string()),
        toCollect: v.number(),
      }),
    ),
    picks: v.array(
      v.object({
        shelf: v.nullable(v.string()),
        productId: v.string(),
        title: v.string(),
        pieces: v.number(),
        orders: v.array(v.string()),
      }),
    ),
  }),
);
