import { act } from "@testing-library/react";
import { vi } from "vitest";

const { setTimeout: realTimeout } = globalThis;

const HALF_A_SECOND = 500;

/** Long enough for the re-fetch of the cart, a second after it changed. */
export const ROUNDS = 4;

/** Long enough for the two retries of a query. */
export const RETRIES = 8;

/** Lets time pass until everything that was asked for has come and is shown. */
export async function settle(rounds = ROUNDS): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(HALF_A_SECOND);
      // Code that comes when it is wanted is fetched outside of the clock.
      await new Promise((resolve) => realTimeout(resolve));
    });
  }
}
