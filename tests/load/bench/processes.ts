// Reads how much processor time and memory processes use. Works on Linux only.

import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

const TICK_MS = 10; // a tick is 10 ms on every Linux that Node supports
const READ_EVERY_MS = 20;
const SAMPLE_MS = 1_000;

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);

/** Returns the ms of processor time of a process family: of its running threads and of its children that have ended. */
export const readProcessorTime = (pid: number): number =>
  sum(listFamily(pid).map((each) => readThreadTime(each) + TICK_MS * readTicksOfEnded(each)));

export function readResident(pid: number): { rss: number; pss: number } {
  const family = listFamily(pid);
  const add = (field: string) =>
    Math.round(sum(family.map((each) => readKilobytes(`/proc/${each}/smaps_rollup`, field))) / 1024);
  return { rss: add("Rss"), pss: add("Pss") };
}

/** Measures the memory of a process and its children. The returned function returns the highest value in MB. */
export function watchHighest(pid: number): () => number {
  let highest = 0;
  const read = () => (highest = Math.max(highest, readResident(pid).rss));
  const timer = setInterval(read, READ_EVERY_MS);
  return () => {
    clearInterval(timer);
    read();
    return Math.max(highest, readKilobytes(`/proc/${pid}/status`, "VmHWM") / 1024);
  };
}

function listFamily(pid: number): number[] {
  const children = tryRead(() =>
    readdirSync(`/proc/${pid}/task`).map((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8"),
    ),
  );
  return [pid, ...(children?.join(" ").split(" ").filter(Boolean).map(Number) ?? [])];
}

function readThreadTime(pid: number): number {
  const threads = tryRead(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  const read = (thread: string) =>
    tryRead(() => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "latin1"));
  const nanoseconds = threads.map((thread) => Number(read(thread)?.split(" ")[0] ?? 0));
  return sum(nanoseconds) / 1_000_000;
}

function readTicksOfEnded(pid: number): number {
  const stat = tryRead(() => readFileSync(`/proc/${pid}/stat`, "latin1")) ?? "";
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return sum(fields.slice(13, 15).map(Number));
}

const readKilobytes = (file: string, field: string): number =>
  Number(
    new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(tryRead(() => readFileSync(file, "utf8")) ?? "")?.[1] ?? 0,
  );

function tryRead<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch {
    return null;
  }
}

export interface MachineLoad {
  busyPercent: number;
  /** The percentage of processor time that the host gave to other virtual machines. */
  stolenPercent: number;
}

/** The maximum load by other programs in percent. On a busier machine, time limits do not apply. */
const QUIET_UP_TO_PERCENT = 15;

export const isQuiet = (machine: MachineLoad | null): boolean =>
  machine !== null && machine.busyPercent <= QUIET_UP_TO_PERCENT;

export async function measureMachine(): Promise<MachineLoad> {
  const startTicks = readMachine();
  await sleep(SAMPLE_MS);
  const endTicks = readMachine();
  const toPercent = (ticks: number) => Math.round((100 * ticks) / Math.max(endTicks.all - startTicks.all, 1));
  return {
    busyPercent: toPercent(endTicks.busy - startTicks.busy),
    stolenPercent: toPercent(endTicks.stolen - startTicks.stolen),
  };
}

export const describeMachine = ({ busyPercent, stolenPercent }: MachineLoad): string =>
  `${availableParallelism()} processors, ${busyPercent} % of them busy before it, ${stolenPercent} % taken by the machine's host`;

function readMachine(): { all: number; busy: number; stolen: number } {
  const [line = ""] = readFileSync("/proc/stat", "latin1").split("\n");
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  const [, , , idle = 0, wait = 0, , , stolen = 0] = ticks;
  return { all: sum(ticks), busy: sum(ticks) - idle - wait, stolen };
}
