import { floodPages } from "../page-flood.ts";
import { toNoneFigure, type Scenario } from "../scenario.ts";

export const pages: Scenario = {
  name: "pages",
  summary: "distinct page addresses, 250 at once and 2,000 in 30 s",
  threat: "T36",
  engines: ["embedded"],
  inShortForm: false,
  async run(run) {
    const size = run.isShort ? { atOnce: 250, spread: 300, overMs: 5_000 } : undefined;
    return [toNoneFigure("promises broken", await floodPages(run.say, size))];
  },
};
