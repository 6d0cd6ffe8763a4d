import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

/** Published after a change by the owner, but not after stock changes by orders. */
export const catalogueChanged = defineEvent("catalogue.changed", v.object({ revision: v.number() }));
