import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

const SAMPLE_MS = 1_000;

/** How much of the processors others use while this program does nothing. */
export async function describeMachine(): Promise<string> {
  const before = readTicks();
  await pause(SAMPLE_MS);
  const after = readTicks();
  const total = after.total - before.total;
  const toPercent = (ticks: number) => Math.round((100 * ticks) / Math.max(total, 1));
  const busy = toPercent(total - (after.idle - before.idle));
  const stolen = toPercent(after.stolen - before.stolen);
  return `${availableParallelism()} processors, ${busy} % of them busy before it, ${stolen} % taken by the machine's host`;
}

/** Reads the ticks of all processors since the machine has started, from the first line of /proc/stat. */
function readTicks() {
  const [line = ""] = readFileSync("/proc/stat", "latin1").split("\n");
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, interrupts = 0, soft = 0, stolen = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  const total = user + nice + system + idle + wait + interrupts + soft + stolen;
  return { total, idle: idle + wait, stolen };
}
