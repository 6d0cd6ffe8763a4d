/** Keeps the event loop from falling behind: the share of requests to refuse so that the rest is served in time. */
export interface Saturation {
  /** Between 0, while the process keeps up, and 1. Ask once for each request. */
  shareToRefuse(): number;
}

/** A turn of the event loop that takes longer, over so many requests, has more to do than can be done in time. */
const TOO_LONG_MS = 50;
const REQUESTS_OF_A_QUEUE = 64;
/** Once that has happened, turns are held this short, so that no queue grows again. */
const STILL_TOO_LONG_MS = 20;
/** How often the share rises during a turn that is too long, and by how much. */
const STEP_MS = 10;
const STEP_UP = 0.05;
/** What it falls by in a second of short turns. */
const DOWN_A_SECOND = 0.5;
const MOST_REFUSED = 0.9;

/**
 * Looks at how long the present turn lasts already, not at how late the timers are: while a thousand sockets are ready
 * at once, Node reads on for seconds before any timer, so a timer would see it when it is over.
 */
export function createSaturation(now = () => performance.now()): Saturation {
  let [share, requests, beganAt, changedAt] = [0, 0, 0, now()];

  const endTurn = () => {
    requests = 0;
    const time = now();
    if (time - beganAt < STILL_TOO_LONG_MS)
      share = Math.max(0, share - (DOWN_A_SECOND * (time - changedAt)) / 1_000);
    changedAt = time;
  };

  return {
    shareToRefuse() {
      const time = now();
      if (requests++ === 0) {
        beganAt = time;
        setImmediate(endTurn);
      }
      const isQueue =
        share > 0
          ? time - beganAt > STILL_TOO_LONG_MS
          : time - beganAt > TOO_LONG_MS && requests > REQUESTS_OF_A_QUEUE;
      if (isQueue && time - changedAt >= STEP_MS) {
        changedAt = time;
        share = Math.min(MOST_REFUSED, share + STEP_UP);
      }
      return share;
    },
  };
}
