import { SECOND } from "#contract/time.ts";
import { ProviderUnavailable } from "../provider.ts";

const FAILURES_IN_A_ROW = 5;
const REST_MS = 15 * SECOND;

/** Lets work through; an outage that lasts is answered at once, and asked after again every few seconds. */
export interface Breaker {
  /** @throws ProviderUnavailable without asking while the provider rests. */
  run<T>(work: () => Promise<T>, isOutage: (cause: unknown) => boolean): Promise<T>;
}

/** Customers do not wait 8 seconds each for someone who is not there, and a provider in trouble is not called. */
export function createBreaker(now: () => Date): Breaker {
  let failures = 0;
  let restsUntil = 0;
  return {
    async run(work, isOutage) {
      if (now().getTime() < restsUntil)
        throw new ProviderUnavailable("Razorpay failed several times in a row and is asked again soon.");
      try {
        const answer = await work();
        failures = 0;
        return answer;
      } catch (cause) {
        failures = isOutage(cause) ? failures + 1 : 0;
        if (failures >= FAILURES_IN_A_ROW) restsUntil = now().getTime() + REST_MS;
        throw cause;
      }
    },
  };
}
