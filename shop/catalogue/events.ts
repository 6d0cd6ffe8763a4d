import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

/**
 * The catalogue has a new revision. This event is published only if the shop has a CDN cache to purge. Orders change
 * only the stock and do not publish it.
 */
export const catalogueChanged = defineEvent("catalogue.changed", { revision: v.number() });
