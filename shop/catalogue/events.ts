import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

/** The owner has changed products, or content beside them; not published for stock changes by orders. */
export const catalogueChanged = defineEvent("catalogue.changed", v.object({ revision: v.number() }));
