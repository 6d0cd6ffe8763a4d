import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";
import { deletion, deletionRefusals } from "./privacy.ts";

export const downloadData = defineContract({
  summary: "Returns all data about the customer",
  answer: v.object({
    savedAt: v.string(),
    profile: v.unknown(),
    addresses: v.array(v.unknown()),
    orders: v.array(v.unknown()),
    returnPhotos: v.array(v.object({ orderId: v.string(), returnNumber: v.number(), href: v.string() })),
    bag: v.array(v.unknown()),
    saved: v.array(v.unknown()),
    testimonials: v.array(v.unknown()),
    reviews: v.array(v.unknown()),
    messages: v.array(
      v.object({
        name: v.string(),
        message: v.string(),
        receivedAt: v.string(),
        answer: v.optional(v.string()),
      }),
    ),
    newsletter: v.nullable(v.object({ email: v.string(), consentedAt: v.string() })),
    backInStock: v.array(
      v.object({ productId: v.string(), requestedAt: v.string(), mailedAt: v.optional(v.string()) }),
    ),
    activity: v.array(v.unknown()),
    sessions: v.array(v.unknown()),
  }),
});

export const deleteAccount = defineContract({
  summary: "Deletes the account, given its password; orders stay without names and streets",
  body: deletion,
  answer: v.object({ success: v.literal(true), message: v.string() }),
  refusals: deletionRefusals,
});
