/** How long after placing an order its customer may ask to cancel it, in hours (§5). */
export const CANCELLATION_WINDOW_HOURS = 24;

/** Within how many hours such a request is decided (§9). */
export const DECISION_HOURS = 24;

/** The promise to the customer (§2.15). */
export const decisionPromise = `Your request will be solved in ${DECISION_HOURS} hours`;
