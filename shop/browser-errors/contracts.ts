import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";
import { errorKinds } from "./report.ts";

const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest));

export const reportBrowserError = defineContract({
  summary: "An error in a page, for the shop's log; the answer is the same whether it was noted or not",
  body: v.object({
    kind: v.picklist(errorKinds),
    message: text(2_000),
    stack: v.optional(text(8_000), ""),
    page: v.optional(text(40), ""),
  }),
  answer: v.object({ success: v.literal(true) }),
  refusals: {},
});
