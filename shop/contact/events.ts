import * as v from "valibot";
import { event } from "#contract/event.ts";

/** Somebody wrote to the shop. The words are not told: they lie in the room's own table. */
export const messageReceived = event("contact.message-received", v.object({ messageId: v.string() }));
