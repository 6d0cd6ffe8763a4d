import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";
import { shownSteps } from "./steps.ts";

export const countStep = defineContract({
  summary: "A bag with something in it, or the checkout, is on a screen: one more in the day's count",
  body: v.object({ step: v.picklist(shownSteps) }),
  answer: v.object({ success: v.literal(true) }),
  refusals: {},
});
