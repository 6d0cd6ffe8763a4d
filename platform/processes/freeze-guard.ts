import { SECOND } from "#contract/time.ts";

/** A process that does not run for this many ms counts as suspended. Other processes consider it dead a bit later. */
export const FROZEN_AFTER_MS = 5 * SECOND;

const TICK_MS = SECOND;
const RETRY_AFTER_MS = 500;

interface FreezeGuardOptions {
  /** False if a newer version's migration breaks this version. @throws if the database is not responding */
  fits(): Promise<boolean>;
  onOvertaken(): void;
  /** A clock in ms. It must continue while the process is suspended. */
  clock?: () => number;
}

/**
 * Detects that this process was suspended. During the suspension, other processes may have considered it dead and
 * migrated the database (T46).
 */
export function openFreezeGuard({ fits, onOvertaken, clock = Date.now }: FreezeGuardOptions) {
  let lastTick = clock();
  let state: "fit" | "frozen" | "overtaken" | "closed" = "fit";
  const find = async () => {
    while (state === "fit" || state === "frozen") {
      const fitResult = await fits().catch(() => null);
      if (fitResult === false) {
        state = "overtaken";
        return onOvertaken();
      }
      if (fitResult) {
        state = "fit";
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS).unref());
    }
  };
  const tick = () => {
    const now = clock();
    const wasFrozen = Math.abs(now - lastTick) > FROZEN_AFTER_MS;
    lastTick = now;
    if (!wasFrozen || state !== "fit") return;
    state = "frozen";
    void find();
  };
  const ticking = setInterval(tick, TICK_MS).unref();
  return {
    /** Returns false after a suspension, until the database confirms that this version can still use it. */
    mayAnswer(): boolean {
      tick();
      return state === "fit" || state === "closed";
    },
    /** Checks whether this version can still use the database. Requests are still served during this check. */
    doubt: find,
    close(): void {
      clearInterval(ticking);
      if (state !== "overtaken") state = "closed";
    },
  };
}
