/**
 * The steps of a purchase that the browser must report, because the server cannot see them: a guest's cart exists only
 * in the browser.
 */
export const shownSteps = ["bag", "checkout"] as const;

export type PurchaseStep = (typeof shownSteps)[number];
