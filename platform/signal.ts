/** Something to wait at. A ring nobody is waiting for yet is not lost. */
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
