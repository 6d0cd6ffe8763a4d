/** Something about the shop that its owner must see to. */
export interface Finding {
  /** The place it is about: a file, a product, an order, a setting. */
  about: string;
  what: string;
  /** The remedy, as a command where there is one. */
  remedy: string;
}

/** A finding, if its condition holds. */
export type Condition = readonly [holds: boolean, about: string, what: string, remedy: string];

export const toFindings = (conditions: readonly Condition[]): Finding[] =>
  conditions.flatMap(([holds, about, what, remedy]) => (holds ? [{ about, what, remedy }] : []));
