import { setTimeout as pause } from "node:timers/promises";

const MEMORY_BACK_WITHIN_MS = 60_000;

/** Waits until the memory is back below `most`; the last figure when it does not come back. */
export async function waitForMemory(memory: () => Promise<number>, most: number): Promise<number> {
  const until = performance.now() + MEMORY_BACK_WITHIN_MS;
  let now = await memory();
  while (now > most && performance.now() < until) {
    await pause(2_000);
    now = await memory();
  }
  return now;
}

export async function readResidentMegabytes(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Math.round(Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 2 ** 20);
}
