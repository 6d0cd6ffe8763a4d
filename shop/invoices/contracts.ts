import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";

export const downloadPaper = defineContract({
  summary:
    "A document of the signed-in customer's order as a PDF file: `invoice`, or the number of a credit note with a hyphen instead of its slash.",
  answer: v.string(),
  file: "application/pdf",
  refusals: {
    not_found: { status: 404, message: "This document does not exist." },
    too_many: {
      status: 429,
      message: "Too many downloads in a short time. Please try again in a minute.",
    },
  },
});
