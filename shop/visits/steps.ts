/** Browsers must report these steps, because a guest's cart is stored only in the browser. */
export const shownSteps = ["bag", "checkout"] as const;

export type PurchaseStep = (typeof shownSteps)[number];
