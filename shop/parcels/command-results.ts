import * as v from "valibot";
import { defineCommandData, moment } from "#contract/command-data.ts";

/** The parcels to pack by order, and the pieces to take from each shelf. */
export const packList = defineCommandData(
  "orders pack",
  v.object({
    orders: v.array(
      v.object({
        orderId: v.string(),
        /** The day by which the parcel must be shipped, as a date (`dueAt`) and in words (`packBy`). */
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
