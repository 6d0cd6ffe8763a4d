/** The steps that only the browser knows, because a guest's cart exists only there. */
export const shownSteps = ["bag", "checkout"] as const;

export type PurchaseStep = (typeof shownSteps)[number];
