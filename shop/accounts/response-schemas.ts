import * as v from "valibot";
import { addressSchema } from "#shop/addresses/response-schemas.ts";

/** A customer as in the login's response (§3). */
export const userSchema = v.object({
  _id: v.string(),
  /** The same as `_id` (D20); also the `userId` of orders, cart and addresses. */
  id: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  phoneNumber: v.string(),
  addresses: v.array(addressSchema),
  role: v.string(),
});

/** One place where the customer is logged in. */
export const sessionSchema = v.object({
  _id: v.string(),
  /** The current session. */
  current: v.boolean(),
  /** `Chrome on Android`; null if the browser did not send its name. */
  device: v.nullable(v.string()),
  createdAt: v.string(),
  seenAt: v.string(),
});

/** One entry of the account's activity. */
export const activitySchema = v.object({
  _id: v.string(),
  kind: v.string(),
  /** `Chrome on Android`; null if the browser did not send its name. */
  device: v.nullable(v.string()),
  /** `203.0.113.x`; null if the shop itself did it. */
  network: v.nullable(v.string()),
  /** Number of occurrences within an hour. */
  times: v.number(),
  at: v.string(),
});

/** The sign-in provider; null if none is configured. */
export const signInProvider = v.nullable(
  v.object({
    name: v.string(),
    clientId: v.string(),
    /** The provider's login page; null for Google, whose script shows the button. */
    authorizeUrl: v.nullable(v.string()),
    /** True for the built-in provider of the demo profile. */
    isTest: v.optional(v.literal(true)),
  }),
);
