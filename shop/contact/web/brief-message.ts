import { ApiError } from "#contract/errors.ts";

/** What is said beside a form that did not get through: the shop's reason if it refused, else `otherwise`. */
export const getBriefMessage = (failure: unknown, otherwise: string): string =>
  failure instanceof ApiError && failure.status >= 400 && failure.status < 500 && failure.spoken
    ? failure.message
    : otherwise;
