import type { Feature } from "#platform/feature.ts";
import { checkSeries } from "./invoices.ts";

export const documents: Feature = {
  name: "documents",
  checks: [{ name: "invoices", needs: "shop", risk: "law", check: checkSeries }],
};
