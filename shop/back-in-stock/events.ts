import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

/** A product is back, and this request has its turn. The address stays in this feature's own table. */
export const productBack = defineEvent("product.back", v.object({ requestId: v.string() }));
