import { setTimeout as sleep } from "node:timers/promises";

const COMES_WITHIN_MS = 120_000;

/** Waits for a moment that can be seen from outside. @throws when it does not come: such a round would prove nothing */
export async function waitUntil(
  moment: string,
  isThere: () => boolean | Promise<boolean>,
  lookEveryMs = 1,
): Promise<void> {
  const giveUp = performance.now() + COMES_WITHIN_MS;
  while (!(await isThere())) {
    if (performance.now() > giveUp) throw new Error(`It never came to this: ${moment}`);
    await sleep(lookEveryMs);
  }
}
