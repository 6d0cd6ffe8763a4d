import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";
import { shownSteps } from "./steps.ts";

export const countStep = defineContract({
  summary: "Records that a visitor opened a bag with products, or the checkout",
  body: v.object({ step: v.picklist(shownSteps) }),
  answer: v.object({ success: v.literal(true) }),
});
