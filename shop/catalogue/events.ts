import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

/** The owner has changed the goods, or what is shown beside them; not published for stock that orders have moved. */
export const catalogueChanged = defineEvent("catalogue.changed", v.object({ revision: v.number() }));
