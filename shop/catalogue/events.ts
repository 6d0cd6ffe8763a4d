import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

/**
 * Published after the owner changed products or other catalogue content. Not published when orders change the stock.
 */
export const catalogueChanged = defineEvent("catalogue.changed", v.object({ revision: v.number() }));
