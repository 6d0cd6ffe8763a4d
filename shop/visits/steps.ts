/** The steps of a purchase that the server does not see: a guest's bag exists only in the browser. */
export const shownSteps = ["bag", "checkout"] as const;

export type ShownStep = (typeof shownSteps)[number];
