/** Browsers must report these steps, because the server does not have a guest's cart. */
export const shownSteps = ["bag", "checkout"] as const;

export type PurchaseStep = (typeof shownSteps)[number];
