import * as v from "valibot";
import { event } from "#contract/event.ts";

/** Someone wrote to the shop. The text is not in the event: it is in this feature's own table. */
export const messageReceived = event("contact.message-received", v.object({ messageId: v.string() }));
