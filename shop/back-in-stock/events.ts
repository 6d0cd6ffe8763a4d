import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

/** A product is back in stock, and this request is mailed. Its e-mail address stays in the feature's table. */
export const productBack = defineEvent("product.back", v.object({ requestId: v.string() }));
