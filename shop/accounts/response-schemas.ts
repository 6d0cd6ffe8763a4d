import * as v from "valibot";
import { addressSchema } from "#shop/addresses/response-schemas.ts";

export const userSchema = v.object({
  _id: v.string(),
  /** The same value as `_id` (D20). Orders, carts and addresses refer to it as `userId`. */
  id: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  phoneNumber: v.string(),
  addresses: v.array(addressSchema),
  role: v.string(),
});

export const sessionSchema = v.object({
  _id: v.string(),
  current: v.boolean(),
  /** Browser and system, such as `Chrome on Android`. Null if the browser did not send them. */
  device: v.nullable(v.string()),
  createdAt: v.string(),
  seenAt: v.string(),
});

export const activitySchema = v.object({
  _id: v.string(),
  kind: v.string(),
  device: v.nullable(v.string()),
  /** The IP address without its last part, such as `203.0.113.x`. Null for an action of the shop itself. */
  network: v.nullable(v.string()),
  times: v.number(),
  at: v.string(),
});

export const signInProvider = v.nullable(
  v.object({
    name: v.string(),
    clientId: v.string(),
    /** The URL of the provider's login page. If it is null, the page shows the button of Google's script instead. */
    authorizeUrl: v.nullable(v.string()),
    isTest: v.optional(v.literal(true)),
  }),
);
