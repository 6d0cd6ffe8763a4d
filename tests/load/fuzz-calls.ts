import fc from "fast-check";
import { anyCase } from "./fuzz-cases.ts";
import { openFuzzedShop } from "./fuzzed-shop.ts";

export interface Fuzzed {
  cases: number;
  /** How often each status was answered. */
  statuses: Record<string, number>;
  /** The error and its case, shrunk to the least of it; null when nothing was wrong. */
  failure: string | null;
}

/** T22: sends `cases` calls made from the document, and holds every answer against it. */
export async function fuzzCalls(seed: number, cases: number): Promise<Fuzzed> {
  const shop = await openFuzzedShop();
  try {
    const property = fc.asyncProperty(anyCase, async (one) => {
      const wrong = await shop.send(one);
      if (wrong !== null) throw new Error(wrong);
    });
    const outcome = await fc.check(property, { seed, numRuns: cases });
    const failure = outcome.failed
      ? `${(outcome.errorInstance as Error).message}\n${JSON.stringify(outcome.counterexample)}`
      : null;
    return { cases: outcome.numRuns, statuses: shop.statuses, failure };
  } finally {
    await shop.close();
  }
}
