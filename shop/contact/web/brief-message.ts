import { ApiError } from "#contract/errors.ts";

/** Message beside a form that failed: the shop's reason if it refused, else `otherwise`. */
export const getBriefMessage = (failure: unknown, otherwise: string): string =>
  failure instanceof ApiError && failure.status >= 400 && failure.status < 500 && failure.spoken
    ? failure.message
    : otherwise;
