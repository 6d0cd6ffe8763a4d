import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

/** The event does not contain the text, because events are stored for days. */
export const messageReceived = defineEvent("contact.message-received", { messageId: v.string() });

export const messageAnswered = defineEvent("contact.message-answered", { messageId: v.string() });
