// What tests/load/attack/overload.ts asks of crowd-thread.ts, and what comes back.

/** So many visitors with one request at a time, or so many requests a second whether they are answered or not. */
export type Crowd = {
  shopUrl: string;
  seconds: number;
  /** Of customers who have this product in their carts. */
  tokens: readonly string[];
  productId: string;
  /** Where the numbers of its requests begin, so that no two crowds ask for the same. */
  first: number;
} & ({ atOnce: number } | { aSecond: number });

export const kinds = ["page", "search", "cart"] as const;
export type Kind = (typeof kinds)[number];

export interface Served {
  sent: number;
  /** Before the time was over, by kind; what comes later is of no use to anyone. */
  served: Record<Kind, number>;
  servedP99: number;
  refused: number;
  refusedP99: number;
  /** What was neither served nor properly refused. */
  odd: string[];
  /** Not sent, because all connections were waiting. */
  late: number;
}
