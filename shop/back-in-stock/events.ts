import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

/** A product is back in stock, and the customer of this request gets a mail. The event does not contain the address. */
export const productBack = defineEvent("product.back", v.object({ requestId: v.string() }));
