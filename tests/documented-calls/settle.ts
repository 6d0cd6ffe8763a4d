import { act } from "@testing-library/react";
import { vi } from "vitest";

const { setTimeout: realTimeout } = globalThis;

const HALF_A_SECOND = 500;

/** Number of rounds until the cart has been fetched again, one second after a change. */
export const ROUNDS = 4;

/** Number of rounds until a query has been retried twice. */
export const RETRIES = 8;

/** Lets time pass until all requested data has arrived and is shown. */
export async function settle(rounds = ROUNDS): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(HALF_A_SECOND);
      // Dynamic imports do not use the fake clock.
      await new Promise((resolve) => realTimeout(resolve));
    });
  }
}
