import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

/** The owner has changed the catalogue. Not published for stock changes by orders. */
export const catalogueChanged = defineEvent("catalogue.changed", v.object({ revision: v.number() }));
