/** The steps of a purchase that only the browser sees: a guest's bag is in no place but there. */
export const shownSteps = ["bag", "checkout"] as const;

export type ShownStep = (typeof shownSteps)[number];
