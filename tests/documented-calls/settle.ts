import { act } from "@testing-library/react";
import { vi } from "vitest";

const { setTimeout: realTimeout } = globalThis;

const HALF_A_SECOND = 500;

/** The default number of half-second rounds. The page reloads a changed cart one second after the change. */
export const ROUNDS = 4;

/** The number of half-second rounds after which the page has retried a failed query twice. */
export const RETRIES = 8;

/** Advances the clock by half a second in each round, so that requested data arrives and is shown. */
export async function settle(rounds = ROUNDS): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(HALF_A_SECOND);
      // Dynamic imports take real time, so wait on the real clock.
      await new Promise((resolve) => realTimeout(resolve));
    });
  }
}
