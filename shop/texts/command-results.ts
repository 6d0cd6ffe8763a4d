import * as v from "valibot";
import { defineCommandData } from "#contract/command-data.ts";

export const textList = defineCommandData(
  "texts",
  v.object({
    texts: v.array(v.object({ name: v.string(), isOwn: v.boolean(), revision: v.string() })),
    fields: v.record(v.string(), v.string()),
  }),
);

export const textSource = defineCommandData(
  "texts",
  v.object({ name: v.string(), source: v.string(), isOwn: v.boolean(), revision: v.string() }),
);
