import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";

export const countStep = defineContract({
  summary: "Records that a visitor opened a bag with products, or the checkout",
  /** Browsers must report these steps, because a guest's cart is stored only in the browser. */
  body: v.object({ step: v.picklist(["bag", "checkout"]) }),
  answer: v.object({ success: v.literal(true) }),
});
