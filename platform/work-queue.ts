import { createBusyRefusal, type HttpRefusal } from "./http-refusal.ts";

/** Work that is done in turns, so that much of it at once does not fill the memory, and no one waits too long. */
export interface WorkQueue {
  /** Does the work when it is its turn. @throws HttpRefusal 503 when too many wait, or it waited too long */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Says now what `run` would say, before anything else is done for it. @throws HttpRefusal 503 when too many wait */
  checkCapacity(): void;
  /** Goes before all the others, however many wait. */
  runFirst<T>(work: () => Promise<T>): Promise<T>;
  /** The same for work that no one waits for: it begins when nothing else is under way, one at a time. */
  runWhenIdle<T>(work: () => Promise<T>): Promise<T>;
}

interface WorkQueueOptions {
  atOnce: number;
  /** Without these two, anyone is let wait, however long it takes. */
  mostWaiting?: number;
  longestWaitMs?: number;
  /** Work that takes longer goes on, but the next is no longer kept waiting by it: it may hang on something else. */
  longestTurnMs?: number;
  /** The message of work that does not get a turn. */
  refusal?: () => HttpRefusal;
}

export function createWorkQueue(options: WorkQueueOptions): WorkQueue {
  const { atOnce, mostWaiting = Infinity, longestWaitMs = Infinity, longestTurnMs = Infinity } = options;
  const { refusal = () => createBusyRefusal(longestWaitMs) } = options;
  const first = new Set<() => void>();
  const waiting = new Set<() => void>();
  const idle = new Set<() => void>();
  let running = 0;

  const startNext = () => {
    const line = running < atOnce ? ([first, waiting].find(({ size }) => size > 0) ?? idle) : idle;
    const [begin] = line;
    if (!begin || (line === idle && running > 0)) return;
    line.delete(begin);
    running++;
    begin();
    startNext();
  };

  const isFull = () => running >= atOnce && waiting.size >= mostWaiting;

  const turn = (line: Set<() => void>): Promise<void> => {
    if (line === waiting && isFull()) return Promise.reject(refusal());
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const stopWaiting = () => {
        waiting.delete(begin);
        reject(refusal());
      };
      const timer = line === waiting ? startTimer(longestWaitMs, stopWaiting) : undefined;
      line.add(begin);
      startNext();
    });
  };

  const runIn = async <T>(line: Set<() => void>, work: () => Promise<T>): Promise<T> => {
    await turn(line);
    const done = (async () => work())();
    const timer = startTimer(longestTurnMs, end);
    let ended = false;
    function end() {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      running--;
      startNext();
    }
    done.then(end, end);
    return done;
  };

  return {
    checkCapacity() {
      if (isFull()) throw refusal();
    },
    run: (work) => runIn(waiting, work),
    runFirst: (work) => runIn(first, work),
    runWhenIdle: (work) => runIn(idle, work),
  };
}

const startTimer = (ms: number, act: () => void): NodeJS.Timeout | undefined =>
  ms === Infinity ? undefined : setTimeout(act, ms);
