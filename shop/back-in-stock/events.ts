import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

/** The customer who asked gets a mail. The event contains no e-mail address. */
export const productBack = defineEvent("product.back", v.object({ requestId: v.string() }));
