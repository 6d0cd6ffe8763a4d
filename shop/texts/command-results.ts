import * as v from "valibot";
import { defineCommandObject } from "#contract/command-data.ts";

export const textList = defineCommandObject("texts", {
  /** `source` is the text in Markdown. Missing for an e-mail with the standard text. */
  texts: v.array(
    v.object({
      name: v.string(),
      isOwn: v.boolean(),
      revision: v.string(),
      source: v.exactOptional(v.string()),
    }),
  ),
  fields: v.record(v.string(), v.string()),
});

export const textSource = defineCommandObject("texts", {
  name: v.string(),
  source: v.string(),
  isOwn: v.boolean(),
  revision: v.string(),
});
