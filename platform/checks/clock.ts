import { formatCount } from "#contract/text.ts";
import { SECOND } from "#contract/time.ts";
import { type Finding, toFindings } from "./finding.ts";

/** Maximum difference between two clocks, in ms. Each process uses its own clock to reserve mails for delivery. */
const MAX_MS = 5 * SECOND;

/** Returns a finding if another clock differs too much. `aheadMs` is positive if the other clock is ahead. */
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
