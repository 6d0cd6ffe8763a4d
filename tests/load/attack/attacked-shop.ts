import { prepare, type Shop } from "../../support/shop.ts";
import { type Figure, none, type Stage } from "../scenario.ts";

/** What came out of `work` in an open shop of its own, and that it left in good order. */
export async function inShop(
  { engine }: Stage,
  settings: Record<string, string>,
  work: (shop: Shop) => Promise<Figure[]>,
): Promise<Figure[]> {
  const { shop, close } = await prepare(engine, settings);
  let figures: Figure[];
  try {
    await shop.open();
    figures = await work(shop);
  } catch (cause) {
    await close().catch(() => {});
    throw cause;
  }
  const goodbye = await close().then(
    () => [],
    (cause: unknown) => [String(cause)],
  );
  return [...figures, none("shops that did not leave in good order", goodbye)];
}
