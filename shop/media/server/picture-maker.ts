import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { getThreadFile } from "#platform/package-files.ts";
import { openThreadCalls, type ThreadCalls } from "#platform/thread-calls.ts";
import type { PictureFormat } from "#contract/picture.ts";
import type { MeasuredPicture, PictureJob } from "./picture-jobs.ts";

/** Long enough for a visitor's next page, whose pictures then find it running. */
const ENDS_AFTER_IDLE_MS = 20_000;

/**
 * Nothing of the shop's settings: who decodes files needs no secrets. Two arenas are enough for its threads; the C
 * library's usual ones hold on to several times as much memory.
 */
const environment = () => ({
  PATH: process.env["PATH"],
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
  MALLOC_ARENA_MAX: "2",
});

interface PictureProcess {
  child: ChildProcess;
  calls: ThreadCalls;
}

let running: PictureProcess | null = null;
let pending = 0;
let ending: NodeJS.Timeout | null = null;

class PictureProcessEnded extends Error {
  override readonly name = "PictureProcessEnded";
}

/**
 * A picture file in another width and format. Pictures are made in a process of their own, which starts when it is
 * needed and ends when it has been idle: its memory is given back, and a file that crashes the decoder takes nothing
 * else with it.
 */
export const resizePicture = (file: string, width: number, format: PictureFormat): Promise<Buffer> =>
  ask({ kind: "resize", file, width, format }) as Promise<Buffer>;

/** @throws when the file holds no picture */
export const measurePicture = (content: Buffer): Promise<MeasuredPicture> =>
  ask({ kind: "measure", content }) as Promise<MeasuredPicture>;

async function ask(job: PictureJob): Promise<unknown> {
  if (ending) clearTimeout(ending);
  pending++;
  try {
    return await getProcess().calls.ask(job);
  } catch (cause) {
    // Perhaps it was another picture's end: once more, in a new process.
    if (cause instanceof PictureProcessEnded) return await getProcess().calls.ask(job);
    throw cause;
  } finally {
    pending--;
    if (pending === 0) {
      ending = setTimeout(endIdle, ENDS_AFTER_IDLE_MS).unref();
      if (running) releaseProcess(running);
    }
  }
}

function endIdle(): void {
  const idle = running;
  running = null;
  idle?.child.disconnect();
}

/** Who waits for a picture waits for this process as well: nothing else may keep the shop's own alive. */
function getProcess(): PictureProcess {
  running ??= start();
  running.child.ref();
  running.child.channel?.ref();
  return running;
}

/** It holds up no one who wants to end. */
function releaseProcess({ child }: PictureProcess): void {
  child.unref();
  child.channel?.unref();
}

function start(): PictureProcess {
  const child = fork(fileURLToPath(getThreadFile("picture-process", import.meta.url)), {
    env: environment(),
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const calls = openThreadCalls(
    { on: (event, hear) => child.on(event, hear), postMessage: (message) => child.send(message) },
    () => Promise.reject(new Error("The picture process asks nothing.")),
  );
  const begun = { child, calls };
  const end = (reason: string) => {
    if (running === begun) running = null;
    calls.rejectAll(new PictureProcessEnded(reason));
  };
  child.once("error", (cause) => end(`The picture process failed: ${cause.message}`));
  child.once("disconnect", () => end("The picture process has ended."));
  return begun;
}
