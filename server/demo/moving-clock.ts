import type { Clock } from "#platform/clock.ts";

/** A clock that can be set and continues from there. */
export interface MovingClock {
  now: Clock;
  set(moment: Date): void;
}

export function createMovingClock(start: Date): MovingClock {
  let offsetMs = start.getTime() - Date.now();
  return {
    now: () => new Date(Date.now() + offsetMs),
    set: (moment) => void (offsetMs = moment.getTime() - Date.now()),
  };
}
