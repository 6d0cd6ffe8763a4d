import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

/**
 * A waiting customer is to be mailed that a product is back in stock. The event contains no e-mail address: the address
 * stays in this feature's table.
 */
export const productBack = defineEvent("product.back", v.object({ requestId: v.string() }));
