import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

/** The event does not contain the text, because events are stored for days. */
export const messageReceived = defineEvent("contact.message-received", v.object({ messageId: v.string() }));

export const messageAnswered = defineEvent("contact.message-answered", v.object({ messageId: v.string() }));
