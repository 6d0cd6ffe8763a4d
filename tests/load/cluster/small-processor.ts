import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";

const OLD_ROOT = "/sys/fs/cgroup/cpu";
const ROOT = "/sys/fs/cgroup";
const PERIOD_US = 100_000;

/** A share of one core for a process and its threads, until `remove`, which is called when they have ended. */
export interface SmallProcessor {
  remove(): void;
}

/** Null where the system does not let us: as another user than root, or on another system than Linux. */
export function limitProcessor(pid: number, share: number): SmallProcessor | null {
  const isOld = existsSync(`${OLD_ROOT}/cpu.cfs_quota_us`);
  const group = `${isOld ? OLD_ROOT : ROOT}/taruva-cluster-${pid}`;
  const quota = String(Math.round(share * PERIOD_US));
  try {
    mkdirSync(group);
    if (isOld) writeFileSync(`${group}/cpu.cfs_quota_us`, quota);
    else writeFileSync(`${group}/cpu.max`, `${quota} ${PERIOD_US}`);
    writeFileSync(`${group}/cgroup.procs`, String(pid));
    return { remove: () => rmdirSync(group) };
  } catch {
    if (existsSync(group)) rmdirSync(group);
    return null;
  }
}
