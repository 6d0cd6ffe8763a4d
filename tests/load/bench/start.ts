import { prepareShop } from "../../support/shop.ts";
import type { Scenario } from "../scenario.ts";

const ROUNDS = 5;
const MOST_MS = 700;

export const start: Scenario = {
  name: "start",
  summary: "from the start on existing data to the first page",
  engines: ["server", "embedded"],
  inShortForm: false,
  async run({ engine }) {
    const { shop, close } = await prepareShop(engine);
    const took: number[] = [];
    try {
      await shop.open(); // makes the data
      for (let round = 0; round < ROUNDS; round++) {
        await shop.end("SIGTERM");
        const began = performance.now();
        await shop.open();
        const page = await fetch(shop.url);
        await page.text();
        took.push(performance.now() - began);
      }
    } finally {
      await close();
    }
    const median = took.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0;
    return [{ what: "first page after", value: Math.round(median), unit: "ms", atMost: MOST_MS }];
  },
};
