import * as v from "valibot";
import { defineCommandObject, moment } from "#contract/command-data.ts";

export const packList = defineCommandObject("orders pack", {
  orders: v.array(
    v.object({
      orderId: v.string(),
      /** The day by which the parcel must be shipped. `packBy` is the same day in words. */
      dueAt: moment,
      packBy: v.string(),
      notBefore: v.nullable(v.string()),
      shelves: v.array(v.string()),
      toCollect: v.number(),
      /** The recipient and the city. */
      to: v.string(),
      pieces: v.array(
        v.object({ title: v.string(), quantity: v.number(), imageUrl: v.nullable(v.string()) }),
      ),
      /** Facts that the packer must know besides the pieces, such as a gift or cash to collect. */
      remarks: v.array(v.string()),
    }),
  ),
  picks: v.array(
    v.object({
      shelf: v.nullable(v.string()),
      productId: v.string(),
      title: v.string(),
      imageUrl: v.nullable(v.string()),
      pieces: v.number(),
      orders: v.array(v.string()),
    }),
  ),
});

export const bookingList = defineCommandObject("orders addresses", {
  parcels: v.array(
    v.object({
      orderId: v.string(),
      name: v.string(),
      city: v.string(),
      content: v.string(),
      /** For example `850 g`. Null if a product has no weight. */
      weight: v.nullable(v.string()),
      size: v.nullable(v.string()),
      toCollect: v.number(),
      missing: v.object({
        weight: v.array(v.object({ productId: v.string(), title: v.string() })),
        size: v.array(v.object({ productId: v.string(), title: v.string() })),
        pin: v.boolean(),
      }),
    }),
  ),
  /** Warns that the address of the sender is missing or still a sample. Null if the owner has entered it. */
  senderWarning: v.nullable(v.string()),
});

export const listContents = ["order", "courier", "number", "link", "status", "date", "amount"] as const;

export const listPurposes = ["dispatch", "deliver", "settle"] as const;
export type ListPurpose = (typeof listPurposes)[number];

export const listColumns = defineCommandObject("orders columns", {
  columns: v.array(v.object({ heading: v.string(), examples: v.array(v.string()) })),
  contents: v.array(
    v.object({
      name: v.picklist(listContents),
      needed: v.boolean(),
      /** The number of the recognised column, from 1. Null if the shop recognises no column. */
      column: v.nullable(v.number()),
    }),
  ),
  /** The courier saved for lists with these headings, or recognised by a heading. Null if unknown. */
  courier: v.nullable(v.string()),
});
