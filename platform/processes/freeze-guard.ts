import { SECOND } from "#contract/time.ts";

/**
 * The time in ms without a tick after which this process counts as frozen. Other processes consider a process dead
 * (`IS_OPEN`) after a longer time than this time plus one heartbeat interval.
 */
export const FROZEN_AFTER_MS = 5 * SECOND;

const TICK_MS = SECOND;
const RETRY_AFTER_MS = 500;

interface FreezeGuardOptions {
  /**
   * True if this version of the shop can still use the database. @throws if that is unknown, for example because the
   * database does not answer
   */
  fits(): Promise<boolean>;
  /** Called once, if a newer version has changed the database so that this version can no longer use it. */
  onOvertaken(): void;
  /** A clock in ms. It must continue while the process is frozen. */
  clock?: () => number;
}

/** Decides whether this process may serve requests after a freeze or an interruption of its heartbeat. */
export interface FreezeGuard {
  /**
   * False after a freeze, until a check proves that this version can still use the database. If it cannot, the result
   * stays false.
   */
  mayAnswer(): boolean;
  /** Checks whether this version can still use the database. The process serves requests until the result is known. */
  doubt(): Promise<void>;
  close(): void;
}

/**
 * Detects that the process was frozen (SIGSTOP, a suspended machine). Other processes may have considered it dead
 * meanwhile. A newer version may then have changed the database in a way that breaks this version (T46).
 */
export function openFreezeGuard({ fits, onOvertaken, clock = Date.now }: FreezeGuardOptions): FreezeGuard {
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
    mayAnswer() {
      tick();
      return state === "fit" || state === "closed";
    },
    doubt: find,
    close() {
      clearInterval(ticking);
      if (state !== "overtaken") state = "closed";
    },
  };
}
