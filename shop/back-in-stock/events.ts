import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

/**
 * A product is back in stock, and the customer with this request gets a mail. The e-mail address is only in the
 * feature's table.
 */
export const productBack = defineEvent("product.back", v.object({ requestId: v.string() }));
