/** Keeps the event loop from falling behind: the share of requests to refuse so that the rest is served in time. */
export interface Saturation {
  /** Between 0, while the process keeps up, and 1. Ask once for each request. */
  shareToRefuse(): number;
}

/** A turn of the event loop that takes longer, over so many requests, has more to do than can be done in time. */
const TOO_LONG_MS = 50;
const REQUESTS_OF_A_QUEUE = 64;
/** Once that has happened, turns are held this short, so that no queue grows again. */
const STILL_TOO_LONG_MS = 15;
/** How often the share rises during a turn that is too long, and by how much. */
const STEP_MS = 10;
const STEP_UP = 0.05;
/** What it falls by in a second of short turns, and in one without any request. */
const DOWN_A_SECOND = 0.5;
const DOWN_AT_REST = 2;
const MOST_REFUSED = 0.9;

/**
 * Looks at how long the present turn lasts already, not at how late the timers are: while a thousand sockets are ready
 * at once, Node reads on for seconds before any timer, so a timer would see it when it is over.
 */
export function createSaturation(now = () => performance.now()): Saturation {
  let [share, requests, beganAt, endedAt, raisedAt] = [0, 0, 0, now(), 0];

  /** For time in which the process kept up. */
  const lower = (ms: number, aSecond: number) => {
    share = Math.max(0, share - (aSecond * ms) / 1_000);
  };

  const beginTurn = (time: number) => {
    lower(time - endedAt, DOWN_AT_REST);
    beganAt = raisedAt = time;
    setImmediate(() => {
      requests = 0;
      endedAt = now();
      if (endedAt - beganAt < STILL_TOO_LONG_MS) lower(endedAt - beganAt, DOWN_A_SECOND);
    });
  };

  const isTooLong = (ms: number) =>
    share > 0 ? ms > STILL_TOO_LONG_MS : ms > TOO_LONG_MS && requests > REQUESTS_OF_A_QUEUE;

  return {
    shareToRefuse() {
      const time = now();
      if (requests++ === 0) beginTurn(time);
      else if (isTooLong(time - beganAt) && time - raisedAt >= STEP_MS) {
        raisedAt = time;
        share = Math.min(MOST_REFUSED, share + STEP_UP);
      }
      return share;
    },
  };
}
