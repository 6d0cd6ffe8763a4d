import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";

const OLD_ROOT = "/sys/fs/cgroup/memory";
const ROOT = "/sys/fs/cgroup";

/** A group of processes that the system gives so much memory and no more; who needs more is killed. */
export interface SmallMachine {
  add(pid: number): void;
  /** How many were killed because there was no memory left. */
  countKilled(): number;
  /** The memory all needed at the same time, in MB, files that could be forgotten included. */
  highest(): number;
  /** When all its processes have ended. */
  remove(): void;
}

/** Null where the system does not let us make such a group: as another user than root, or on another system than Linux. */
export function createSmallMachine(megabytes: number): SmallMachine | null {
  const isOld = existsSync(`${OLD_ROOT}/memory.limit_in_bytes`);
  const group = `${isOld ? OLD_ROOT : ROOT}/taruva-${process.pid}`;
  const [limit, peak, killed] = isOld
    ? ["memory.limit_in_bytes", "memory.max_usage_in_bytes", "memory.oom_control"]
    : ["memory.max", "memory.peak", "memory.events"];
  try {
    mkdirSync(group);
    writeFileSync(`${group}/${limit}`, String(megabytes * 2 ** 20));
  } catch {
    if (existsSync(group)) rmdirSync(group);
    return null;
  }
  const read = (file: string) => readFileSync(`${group}/${file}`, "utf8");
  return {
    add: (pid) => writeFileSync(`${group}/cgroup.procs`, String(pid)),
    countKilled: () => Number(/^oom_kill (\d+)/m.exec(read(killed))?.[1]),
    highest: () => Math.round(Number(read(peak)) / 2 ** 20),
    remove: () => rmdirSync(group),
  };
}
