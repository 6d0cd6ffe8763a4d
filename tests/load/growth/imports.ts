import type { Scenario } from "../scenario.ts";

export const imports: Scenario = {
  name: "imports",
  summary: "a spreadsheet of 1,000 to 100,000 products",
  engines: ["server", "embedded"],
  inShortForm: false,
  run: async () => ({ skipped: "later" }),
};
