/** Wakes a waiting loop. A signal that comes before the wait is not lost. */
export function createSignal() {
  let rung = false;
  let wake = () => {};
  return {
    reset: () => {
      rung = false;
    },
    ring: () => {
      rung = true;
      wake();
    },
    wait: (ms: number) =>
      new Promise<void>((resolve) => {
        if (rung) return resolve();
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
