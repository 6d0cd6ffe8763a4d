import { busy } from "./envelope.ts";

/** Work that is done in turns, so that much of it at once does not fill the memory, and no one waits in vain. */
export interface WorkQueue {
  /** Does the work when it is its turn. @throws HttpRefusal 503 when too many wait, or it waited too long */
  run<T>(work: () => Promise<T>): Promise<T>;
}

interface WorkQueueOptions {
  atOnce: number;
  mostWaiting: number;
  longestWaitMs: number;
  /** Work that takes longer goes on, but the next is no longer kept waiting by it: it may hang on something else. */
  longestTurnMs: number;
}

export function createWorkQueue(options: WorkQueueOptions): WorkQueue {
  const { atOnce, mostWaiting, longestWaitMs, longestTurnMs } = options;
  const waiting = new Set<() => void>();
  let running = 0;

  const turn = (): Promise<void> => {
    if (running < atOnce) {
      running++;
      return Promise.resolve();
    }
    if (waiting.size >= mostWaiting) return Promise.reject(busy(longestWaitMs));
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(patience);
        resolve();
      };
      const patience = setTimeout(() => {
        waiting.delete(begin);
        reject(busy(longestWaitMs));
      }, longestWaitMs);
      waiting.add(begin);
    });
  };

  const next = () => {
    const [begin] = waiting;
    if (!begin) return void running--;
    waiting.delete(begin);
    begin();
  };

  return {
    async run(work) {
      await turn();
      const done = (async () => work())();
      const patience = setTimeout(end, longestTurnMs);
      let ended = false;
      function end() {
        if (ended) return;
        ended = true;
        clearTimeout(patience);
        next();
      }
      done.then(end, end);
      return done;
    },
  };
}
