import { formatCount } from "#contract/text.ts";
import { SECOND } from "#contract/time.ts";
import { type Finding, toFindings } from "./finding.ts";

/** The maximum difference in ms. Each process checks by its own clock whether another process's lease has expired. */
const MAX_MS = 5 * SECOND;

/** `aheadMs` is positive if the other clock is ahead of this machine's clock. */
export function checkClock(clockName: string, aheadMs: number): Finding[] {
  const seconds = formatCount(Math.round(Math.abs(aheadMs) / SECOND), "second");
  return toFindings([
    [
      Math.abs(aheadMs) > MAX_MS,
      "clock",
      `${clockName} is ${seconds} ${aheadMs > 0 ? "ahead of" : "behind"} this machine's clock`,
      "Let both machines set their clocks from the network (timedatectl set-ntp true)",
    ],
  ]);
}
