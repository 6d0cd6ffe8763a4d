import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

/** Someone wrote to the shop. The text is not in the event: it is in this feature's own table. */
export const messageReceived = defineEvent("contact.message-received", v.object({ messageId: v.string() }));

/** The owner has answered a message: a mail is to bring the answer. */
export const messageAnswered = defineEvent("contact.message-answered", v.object({ messageId: v.string() }));
