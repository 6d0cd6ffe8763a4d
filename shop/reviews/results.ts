import * as v from "valibot";
import { defineCommandData, moment } from "#contract/command-data.ts";

const reviewFields = { id: v.string(), name: v.string(), rating: v.number(), message: v.string() };

/** Reviews; `pictures` are URLs of the shop. */
export const reviewList = defineCommandData(
  "reviews",
  "list",
  v.array(
    v.object({
      ...reviewFields,
      revision: v.number(),
      productId: v.string(),
      orderId: v.nullable(v.string()),
      status: v.picklist(["waiting", "approved", "declined"]),
      reply: v.nullable(v.string()),
      createdAt: moment,
      changedAt: moment,
      pictures: v.array(v.string()),
    }),
  ),
);

/** Testimonials: `reviews list --testimonials`. */
export const testimonialList = defineCommandData(
  "reviews",
  "list",
  v.array(v.object({ ...reviewFields, hidden: v.boolean(), createdAt: moment })),
);
