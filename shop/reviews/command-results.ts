import * as v from "valibot";
import { defineCommandList, moment } from "#contract/command-data.ts";

const reviewFields = { id: v.string(), name: v.string(), rating: v.number(), message: v.string() };

/** `pictures` contains URLs of the shop's server. */
export const reviewList = defineCommandList("reviews", {
  ...reviewFields,
  revision: v.number(),
  productId: v.string(),
  product: v.string(),
  orderId: v.nullable(v.string()),
  status: v.picklist(["waiting", "approved", "declined"]),
  reply: v.nullable(v.string()),
  createdAt: moment,
  changedAt: moment,
  pictures: v.array(v.string()),
});

export const testimonialList = defineCommandList("reviews", {
  ...reviewFields,
  hidden: v.boolean(),
  sample: v.boolean(),
  createdAt: moment,
});
