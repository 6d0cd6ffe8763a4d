import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

export const deskPushDue = defineEvent("desk.push-due", { pushId: v.string(), orderId: v.string() });
