import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

/** A product is in stock again. The customer who requested a mail gets it. The event contains no e-mail address. */
export const productBack = defineEvent("product.back", { requestId: v.string() });
