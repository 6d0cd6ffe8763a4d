import { ApiError } from "#contract/errors.ts";

/** Returns the message to show beside a form that failed: the shop's reason for a refusal, otherwise `fallback`. */
export const getBriefMessage = (failure: unknown, fallback: string): string =>
  failure instanceof ApiError && failure.status >= 400 && failure.status < 500 && failure.spoken
    ? failure.message
    : fallback;
