import { setTimeout as sleep } from "node:timers/promises";
import type { Shop } from "../../support/shop.ts";
import { PLENTY } from "../crowded-shop.ts";
import { type Figure, type ScenarioRun, toTimeFigure } from "../scenario.ts";
import type { CrowdedCluster } from "./run-in-cluster.ts";

export const HEARD_WITHIN_MS = 1_000;
const GIVE_UP_MS = 30_000;
const LOOK_EVERY_MS = 10;

/** How long it takes until each process answers with what was changed. */
export async function proveChanges(
  run: ScenarioRun,
  { processes, shop }: CrowdedCluster,
  rounds: number,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (let round = 0; round < rounds; round++) {
    const price = 1_001 + round;
    const heading = `₹${price} off, for a round`;
    const pieces = 40 + round;
    const changes: [string, string[], string, IsThere][] = [
      [
        "price",
        ["products", "set-price", PLENTY, String(price)],
        PRODUCT,
        (text) => text.includes(String(price)),
      ],
      [
        "stock",
        ["products", "set-stock", PLENTY, String(pieces)],
        PRODUCT,
        (text) => text.includes(`"stock":${pieces}`),
      ],
      [
        "offer",
        ["offers", "set", "--heading", heading],
        "/api/special-offer",
        (text) => text.includes(heading),
      ],
      [
        "hidden",
        ["products", "hide", PLENTY],
        PRODUCT,
        (text, status) => status === 404 && text.includes("no_such_product"),
      ],
      ["shown again", ["products", "show", PLENTY], PRODUCT, (text) => text.includes(String(price))],
    ];
    for (const [what, words, path, isThere] of changes) {
      const ms = await measureSpread(processes, () => shop.operator(...words), path, isThere);
      figures.push(toTimeFigure(`${what}: seen by all after`, ms, HEARD_WITHIN_MS));
    }
  }
  run.say(`${rounds} rounds of five changes`);
  return figures;
}

/** Whether an answer shows the change. */
type IsThere = (text: string, status: number) => boolean;

export const PRODUCT = `/api/products/list/${PLENTY}`;

/**
 * Measures the time from the change until the last process shows it: from the first process that does, as the command
 * itself takes longer than its change, but at the latest from the end of the command. A call that fails shows nothing.
 */
export async function measureSpread(
  processes: readonly Shop[],
  change: () => Promise<{ code: number; output: string }>,
  path: string,
  isThere: IsThere,
): Promise<number> {
  const giveUp = performance.now() + GIVE_UP_MS;
  const seenAt = processes.map(async ({ url }) => {
    while (performance.now() < giveUp) {
      const shown = await fetch(url + path).then(
        async (answer) => isThere(await answer.text(), answer.status),
        () => false,
      );
      if (shown) return performance.now();
      await sleep(LOOK_EVERY_MS);
    }
    throw new Error(`${url}${path} never showed it.`);
  });
  const { code, output } = await change();
  if (code !== 0) throw new Error(output);
  const changedAt = performance.now();
  const times = await Promise.all(seenAt);
  return Math.max(...times) - Math.min(changedAt, ...times);
}
