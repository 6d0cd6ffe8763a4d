import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

/** A customer has written to the shop. The event does not contain the text, which is stored in this feature's table. */
export const messageReceived = defineEvent("contact.message-received", v.object({ messageId: v.string() }));

/** The owner has answered a message. A subscriber of this event mails the answer. */
export const messageAnswered = defineEvent("contact.message-answered", v.object({ messageId: v.string() }));
