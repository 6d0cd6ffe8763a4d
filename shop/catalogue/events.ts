import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

/** The owner changed the catalogue. Orders change only the stock and do not publish this event. */
export const catalogueChanged = defineEvent("catalogue.changed", v.object({ revision: v.number() }));
