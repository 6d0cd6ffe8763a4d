export interface Finding {
  /** The subject: a file, a product, an order or a setting. */
  about: string;
  what: string;
  /** The next step of the owner, without a period. */
  remedy: string;
  /** The path of the desk screen where the owner can solve it. */
  screen?: string;
}

/** The texts of a finding, which applies if `holds` is true. */
export type Condition = readonly [holds: boolean, about: string, what: string, remedy: string];

export const toFindings = (conditions: readonly Condition[]): Finding[] =>
  conditions.flatMap(([holds, about, what, remedy]) => (holds ? [{ about, what, remedy }] : []));
