import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

/** A notification about a new order to pack is due on one person's device. */
export const deskPushDue = defineEvent(
  "desk.push-due",
  v.object({ pushId: v.string(), orderId: v.string() }),
);
