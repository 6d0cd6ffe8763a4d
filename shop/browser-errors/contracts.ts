import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";
import { errorKinds } from "./report.ts";

const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest));

export const reportBrowserError = defineContract({
  summary:
    "Reports an error in a page to the shop's log; the response is the same whether it was logged or not",
  body: v.object({
    kind: v.picklist(errorKinds),
    message: text(2_000),
    stack: v.optional(text(8_000), ""),
    page: v.optional(text(40), ""),
  }),
  answer: v.object({ success: v.literal(true) }),
});
