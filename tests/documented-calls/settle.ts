import { act } from "@testing-library/react";
import { vi } from "vitest";

const { setTimeout: realTimeout } = globalThis;

const HALF_A_SECOND = 500;

/**
 * The number of rounds after which the page has fetched a changed cart again. The page does this one second after a
 * change.
 */
export const ROUNDS = 4;

/** The number of rounds of half a second after which the page has retried a failed query for the second time. */
export const RETRIES = 8;

/** Advances the clock by half a second in each round, so that requested data arrives and is shown. */
export async function settle(rounds = ROUNDS): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(HALF_A_SECOND);
      // Dynamic imports take real time, so this waits on the real clock and not on the fake one.
      await new Promise((resolve) => realTimeout(resolve));
    });
  }
}
