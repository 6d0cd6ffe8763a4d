import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

/** A device of a person must show a notification about an order that was just paid. */
export const deskPushDue = defineEvent(
  "desk.push-due",
  v.object({ pushId: v.string(), orderId: v.string() }),
);
