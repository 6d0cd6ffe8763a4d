import type { ReturnedData } from "#contract/command-data.ts";
import type { checkResult } from "#contract/operator-results.ts";

export type Finding = ReturnedData<typeof checkResult>[number];

/** A possible problem. It is reported only if `holds` is true. */
export type Condition = readonly [holds: boolean, about: string, what: string, remedy: string];

export const toFindings = (conditions: readonly Condition[]): Finding[] =>
  conditions.flatMap(([holds, about, what, remedy]) => (holds ? [{ about, what, remedy }] : []));
