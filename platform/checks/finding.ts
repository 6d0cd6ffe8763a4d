/** A problem that the owner must solve. */
export interface Finding {
  /** The subject: a file, a product, an order or a setting. */
  about: string;
  what: string;
  /** The remedy, with a command if there is one. */
  remedy: string;
}

/** A finding, with the condition under which it applies. */
export type Condition = readonly [holds: boolean, about: string, what: string, remedy: string];

export const toFindings = (conditions: readonly Condition[]): Finding[] =>
  conditions.flatMap(([holds, about, what, remedy]) => (holds ? [{ about, what, remedy }] : []));
