import type { Span } from "./policy.ts";

/** Business days until an order leaves the workshop (§9). */
export const PROCESSING: Span = { least: 2, most: 3 };

/** Business days on the way, counted from there (§9). */
export const ON_THE_WAY = {
  domestic: { least: 5, most: 8 },
  international: { least: 10, most: 15 },
} as const satisfies Record<string, Span>;

export type Destination = keyof typeof ON_THE_WAY;

/** Orders placed at this hour or later begin on the next business day (§9), on the shop's clock. */
export const CUT_OFF_HOUR = 17;

/** Days on which the workshop works: Monday (1) to Friday (5). Public holidays are not known here. */
export const isBusinessWeekday = (weekday: number): boolean => weekday >= 1 && weekday <= 5;
