import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

/**
 * A product is back in stock, and one waiting customer must be mailed. The event contains no e-mail address: the
 * address stays in this feature's table.
 */
export const productBack = defineEvent("product.back", v.object({ requestId: v.string() }));
