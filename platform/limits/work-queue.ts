import { createBusyRefusal, type HttpRefusal } from "../http/envelope.ts";

/** Runs only a few jobs at a time, to save memory, and limits how long jobs wait. */
export interface WorkQueue {
  /** @throws HttpRefusal if too many jobs wait, this job has waited too long, or `signal` aborts before it starts */
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Throws if `run` would refuse a job now. Call it before you prepare a job. @throws HttpRefusal */
  checkCapacity(): void;
  runFirst<T>(task: () => Promise<T>): Promise<T>;
  /** Starts a job only when no other job is running. Use it for jobs whose result nobody waits for. */
  runWhenIdle<T>(task: () => Promise<T>): Promise<T>;
}

interface WorkQueueOptions {
  atOnce: number;
  /** The maximum number of waiting jobs of `run`. The default is unlimited. */
  maxWaiting?: number;
  longestWaitMs?: number;
  /** The next job starts after this time even if this job is still running, because a job may hang. */
  longestTurnMs?: number;
  refusal?: () => HttpRefusal;
}

type Line = Set<() => void>;

interface State extends Required<WorkQueueOptions> {
  first: Line;
  waiting: Line;
  idle: Line;
  running: number;
}

export function createWorkQueue(options: WorkQueueOptions): WorkQueue {
  const { atOnce, maxWaiting = Infinity, longestWaitMs = Infinity, longestTurnMs = Infinity } = options;
  const { refusal = () => createBusyRefusal(longestWaitMs) } = options;
  const limits = { atOnce, maxWaiting, longestWaitMs, longestTurnMs, refusal };
  const state: State = { ...limits, first: new Set(), waiting: new Set(), idle: new Set(), running: 0 };
  return {
    checkCapacity() {
      if (isFull(state)) throw refusal();
    },
    run: (task, signal) => runIn(state, state.waiting, task, signal),
    runFirst: (task) => runIn(state, state.first, task),
    runWhenIdle: (task) => runIn(state, state.idle, task),
  };
}

async function runIn<T>(state: State, line: Line, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  await awaitTurn(state, line, signal);
  const result = (async () => task())();
  const endTurn = callOnce(() => {
    clearTimeout(timer);
    state.running--;
    startNext(state);
  });
  const timer = startTimer(state.longestTurnMs, endTurn);
  result.then(endTurn, endTurn);
  return result;
}

function awaitTurn(state: State, line: Line, signal?: AbortSignal): Promise<void> {
  const isLimited = line === state.waiting;
  if (signal?.aborted || (isLimited && isFull(state))) return Promise.reject(state.refusal());
  return new Promise((resolve, reject) => {
    const stopWaiting = () => {
      cleanUp();
      line.delete(startTask);
      reject(state.refusal());
    };
    const startTask = () => {
      cleanUp();
      resolve();
    };
    const timer = startTimer(isLimited ? state.longestWaitMs : Infinity, stopWaiting);
    signal?.addEventListener("abort", stopWaiting, { once: true });
    const cleanUp = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stopWaiting);
    };
    line.add(startTask);
    startNext(state);
  });
}

const isFull = ({ running, atOnce, waiting, maxWaiting }: State): boolean =>
  running >= atOnce && waiting.size >= maxWaiting;

function startNext(state: State): void {
  const { running, atOnce, first, waiting, idle } = state;
  const line = running < atOnce ? ([first, waiting].find(({ size }) => size > 0) ?? idle) : idle;
  const [startTask] = line;
  if (!startTask || (line === idle && running > 0)) return;
  line.delete(startTask);
  state.running++;
  startTask();
  startNext(state);
}

function callOnce(callback: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    callback();
  };
}

const startTimer = (ms: number, callback: () => void): NodeJS.Timeout | undefined =>
  ms === Infinity ? undefined : setTimeout(callback, ms);
