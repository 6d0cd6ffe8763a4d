import { readdirSync, readFileSync } from "node:fs";

const TICK_MS = 10; // USER_HZ is 100 on every Linux that Node runs on

/** The processor time that a process and its children have used so far, in ms; children that have ended included. */
export function readProcessorTime(pid: number): number {
  const own = readStat(pid);
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat?.parent === pid);
  return [own, ...children].reduce((sum, stat) => sum + (stat?.ticks ?? 0), 0) * TICK_MS;
}

function readStat(pid: number): { parent: number; ticks: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [parent = 0] = [fields[1]];
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
    return { parent, ticks };
  } catch {
    return null; // it has ended
  }
}
