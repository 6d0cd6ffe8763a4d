/** The steps of a purchase that only the browser knows: a guest's bag exists only there. */
export const shownSteps = ["bag", "checkout"] as const;

export type ShownStep = (typeof shownSteps)[number];
