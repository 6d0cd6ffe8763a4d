import { type ChildProcess, fork } from "node:child_process";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { SECOND } from "#contract/time.ts";
import { openThreadCalls, type ThreadCalls } from "./thread-calls.ts";

/** The process ends after this idle time, so that jobs in quick succession share it. */
const ENDS_AFTER_IDLE_MS = 20_000;

/**
 * The environment variables of the process. The process reads untrusted files, so it gets no secrets. Fewer malloc
 * arenas save memory.
 */
const environment = () => ({
  PATH: process.env["PATH"],
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
  MALLOC_ARENA_MAX: "2",
});

interface ProcessOptions {
  /** A number from 1 to 19 lowers the process's priority. */
  niceness?: number;
  /** Command-line options for Node.js. */
  execArgv?: readonly string[];
}

interface RunningProcess {
  child: ChildProcess;
  calls: ThreadCalls;
}

class ProcessEnded extends Error {
  override readonly name = "ProcessEnded";
}

export class JobTimeout extends Error {
  override readonly name = "JobTimeout";
}

/** Runs jobs in a separate process, which ends when it is idle. A crash does not affect the shop. */
export class IdleProcess {
  private readonly name: string;
  private readonly file: URL;
  private readonly options: ProcessOptions;
  private running: RunningProcess | null = null;
  private pending = 0;
  private ending: NodeJS.Timeout | null = null;

  /** The code in `file` must call `serveJobs`. */
  constructor(name: string, file: URL, options: ProcessOptions = {}) {
    this.name = name;
    this.file = file;
    this.options = options;
  }

  /**
   * Runs a job, and repeats it once if the process ends during the job. Kills the process if the job takes longer than
   * `longestMs`. @throws JobTimeout @throws the error of the job or the process
   */
  async ask(job: unknown, longestMs = Infinity): Promise<unknown> {
    if (this.ending) clearTimeout(this.ending);
    this.pending++;
    try {
      return await this.runOnce(job, longestMs);
    } catch (cause) {
      if (cause instanceof ProcessEnded) return await this.runOnce(job, longestMs);
      throw cause;
    } finally {
      this.pending--;
      if (this.pending === 0) {
        this.ending = setTimeout(() => this.end(), ENDS_AFTER_IDLE_MS).unref();
        if (this.running) release(this.running);
      }
    }
  }

  private async runOnce(job: unknown, longestMs: number): Promise<unknown> {
    const { child, calls } = this.getRunning();
    const result = calls.ask(job);
    if (longestMs === Infinity) return result;
    const { promise: tooLong, reject } = Promise.withResolvers<never>();
    const deadline = setTimeout(() => {
      reject(new JobTimeout(`The ${this.name} took longer than ${longestMs / SECOND} seconds.`));
      child.kill("SIGKILL");
    }, longestMs);
    return Promise.race([result, tooLong]).finally(() => clearTimeout(deadline));
  }

  private end(): void {
    const idle = this.running;
    this.running = null;
    idle?.child.disconnect();
  }

  /** Starts the process if necessary. The shop's process cannot exit until `release` is called. */
  private getRunning(): RunningProcess {
    this.running ??= this.start();
    this.running.child.ref();
    this.running.child.channel?.ref();
    return this.running;
  }

  private start(): RunningProcess {
    const { niceness = 0, execArgv = [] } = this.options;
    const child = fork(fileURLToPath(this.file), {
      env: environment(),
      execArgv: [...execArgv],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const calls = openThreadCalls(
      { on: (event, listener) => child.on(event, listener), postMessage: (message) => child.send(message) },
      () => Promise.reject(new Error(`The ${this.name} cannot send requests.`)),
    );
    if (child.pid !== undefined && niceness > 0) setPriority(child.pid, niceness);
    const started = { child, calls };
    const end = (reason: string) => {
      if (this.running === started) this.running = null;
      calls.rejectAll(new ProcessEnded(reason));
    };
    // This is `on` and not `once`, because Node emits an error for each job that was sent while the process was ending.
    child.on("error", (cause) => end(`The ${this.name} failed: ${cause.message}`));
    child.once("disconnect", () => end(`The ${this.name} has ended.`));
    return started;
  }
}

/** Allows the shop's process to exit while the idle child process still runs. */
function release({ child }: RunningProcess): void {
  child.unref();
  child.channel?.unref();
}

/** Handles jobs in the child process. It exits with the shop, or when it has no job and `isSpent()` returns true. */
export function serveJobs(handleJob: (job: unknown) => Promise<unknown>, isSpent = () => false): void {
  let owed = 0;
  process.on("disconnect", () => process.exit(0));
  openThreadCalls(
    {
      on: (event, listener) =>
        process.on(event, (message: Parameters<typeof listener>[0]) => {
          owed++;
          listener(message);
        }),
      postMessage: (message) =>
        process.send?.(message, () => {
          owed--;
          if (owed === 0 && isSpent()) process.disconnect();
        }),
    },
    handleJob,
  );
}
