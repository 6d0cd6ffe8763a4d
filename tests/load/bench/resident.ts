import { readdirSync, readFileSync } from "node:fs";

/** Memory of a process and its children, in MB. */
export interface Resident {
  /** The memory they hold; pages that several share are counted for each. */
  rss: number;
  /** The same with shared pages divided among those who share them. */
  pss: number;
}

export function readResident(pid: number): Resident {
  const members = [pid, ...listChildren(pid)];
  return {
    rss: sum(members.map((each) => readField(each, "Rss"))),
    pss: sum(members.map((each) => readField(each, "Pss"))),
  };
}

const LOOK_EVERY_MS = 20;

/** The highest that a process and its children held at the same time, from now until it is asked. */
export function watchHighest(pid: number): () => number {
  let highest = 0;
  const look = () => (highest = Math.max(highest, readResident(pid).rss));
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    look();
    return Math.max(highest, readPeak(pid));
  };
}

/** The highest of one process alone, which the system has counted. */
export const readPeak = (pid: number): number => readKilobytes(`/proc/${pid}/status`, "VmHWM");

const readField = (pid: number, field: "Rss" | "Pss"): number =>
  readKilobytes(`/proc/${pid}/smaps_rollup`, field);

function readKilobytes(file: string, field: string): number {
  try {
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(readFileSync(file, "utf8"))?.[1]) / 1024;
  } catch {
    return 0; // it has ended
  }
}

function listChildren(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

const sum = (values: readonly number[]): number =>
  Math.round(values.reduce((total, each) => total + each, 0));
