/** Wakes a waiting loop. A signal that comes before the wait is not lost. */
export function createSignal() {
  let isSet = false;
  let resolveWait = () => {};
  return {
    reset: () => {
      isSet = false;
    },
    wake: () => {
      isSet = true;
      resolveWait();
    },
    wait: (ms: number) =>
      new Promise<void>((resolve) => {
        if (isSet) return resolve();
        const timer = setTimeout(resolve, ms);
        resolveWait = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
