import * as v from "valibot";
import { defineCommandData, moment, openObject } from "#contract/command-data.ts";
import { addressSchema } from "#shop/addresses/response-schemas.ts";

/** The desk shows only the data that this schema declares. */
export const customerData = defineCommandData(
  "customers data",
  openObject({
    addresses: v.array(addressSchema),
    reviews: v.array(
      openObject({
        productId: v.string(),
        rating: v.number(),
        message: v.string(),
        status: v.picklist(["waiting", "approved", "declined"]),
      }),
    ),
    testimonials: v.array(openObject({ rating: v.number(), message: v.string(), createdAt: moment })),
    newsletter: v.nullable(openObject({ consentedAt: v.string() })),
  }),
);
