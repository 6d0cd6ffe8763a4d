// Messages from tests/load/attack/overload.ts to crowd-thread.ts, and back.

/** So many visitors with one request at a time, or so many requests a second whether they are answered or not. */
export type Crowd = {
  shopUrl: string;
  seconds: number;
  /** The tokens of customers who have this product in their carts. */
  tokens: readonly string[];
  productId: string;
  /** The first number of its requests, so that no two crowds ask for the same. */
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
  /** Answers that were neither a service nor a proper refusal. */
  odd: string[];
  /** Not sent, because all connections were waiting. */
  late: number;
}
