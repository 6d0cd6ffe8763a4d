import { prepareShop, type Shop } from "../../support/shop.ts";
import { type Figure, toNoneFigure, type ScenarioRun } from "../scenario.ts";

/** Runs `work` in an open shop of its own; returns its figures, and that the shop left cleanly. */
export async function runInShop(
  { engine }: ScenarioRun,
  settings: Record<string, string>,
  work: (shop: Shop) => Promise<Figure[]>,
): Promise<Figure[]> {
  const { shop, close } = await prepareShop(engine, settings);
  let figures: Figure[];
  try {
    await shop.open();
    figures = await work(shop);
  } catch (cause) {
    await close().catch(() => {});
    throw cause;
  }
  const shutdownErrors = await close().then(
    () => [],
    (cause: unknown) => [String(cause)],
  );
  return [...figures, toNoneFigure("shops that did not leave in good order", shutdownErrors)];
}
