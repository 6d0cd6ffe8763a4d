import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

/** Somebody wrote to the shop. The event does not contain the text. */
export const messageReceived = defineEvent("contact.message-received", v.object({ messageId: v.string() }));

export const messageAnswered = defineEvent("contact.message-answered", v.object({ messageId: v.string() }));
