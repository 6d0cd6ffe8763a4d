import { formatCount } from "#contract/text.ts";
import { SECOND } from "#contract/time.ts";
import type { InferOutput, ObjectSchema } from "valibot";
import type { finding, Risk } from "#contract/operator-results.ts";

/** A problem that a check found. Without `risk`, it has the risk of the check. */
export type Finding = InferOutput<ObjectSchema<typeof finding, undefined>> & { risk?: Risk };

export type Condition = readonly [holds: boolean, about: string, what: string, remedy: string];

export const toFindings = (conditions: readonly Condition[]): Finding[] =>
  conditions.flatMap(([holds, about, what, remedy]) => (holds ? [{ about, what, remedy }] : []));

/**
 * The maximum difference of two clocks in ms. Each process uses its own clock to check whether a lease in the database
 * has expired.
 */
const MAX_MS = 5 * SECOND;

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
