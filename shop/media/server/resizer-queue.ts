const AT_ONCE = 2;

/** Does the work when it is its turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Two at once for visitors, one for no one, so that the shop stays quick while it makes pictures. */
export function createResizerQueue(): { forVisitors: InTurn; ahead: InTurn } {
  const visitors: (() => void)[] = [];
  const patient: (() => void)[] = [];
  let busy = 0;

  const startNext = () => {
    const next =
      busy < AT_ONCE ? (visitors.shift() ?? (busy === 0 ? patient.shift() : undefined)) : undefined;
    if (!next) return;
    busy++;
    next();
    startNext();
  };
  const inTurnOf =
    (queue: (() => void)[]): InTurn =>
    async (work) => {
      await new Promise<void>((started) => {
        queue.push(started);
        startNext();
      });
      try {
        return await work();
      } finally {
        busy--;
        startNext();
      }
    };
  return { forVisitors: inTurnOf(visitors), ahead: inTurnOf(patient) };
}
