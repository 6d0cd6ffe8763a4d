/** How many products are shown that were looked at before. */
export const RECENTLY_VIEWED = 8;

/** With the product that is being looked at on top; one more is stored than is shown, for the present one is not. */
export const withViewed = (ids: readonly string[], id: string): string[] =>
  [id, ...ids.filter((other) => other !== id)].slice(0, RECENTLY_VIEWED + 1);

/** The others, the latest first. */
export const listViewedBefore = (ids: readonly string[], present: string): string[] =>
  ids.filter((id) => id !== present).slice(0, RECENTLY_VIEWED);

/** What a browser stored, whatever became of it there. */
export const readViewed = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((id) => typeof id === "string" && id !== "") : [];
