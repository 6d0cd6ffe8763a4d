import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A program in the background, which writes into a file. */
export interface Daemon {
  child: ChildProcess;
}

interface DaemonOptions {
  user?: { uid: number; gid: number } | undefined;
  env?: Record<string, string>;
  /** The file for its output, after that of its forerunner. */
  logFile: string;
  folder: string;
}

export function startDaemon(
  [program = "", ...args]: readonly string[],
  { user, env = {}, logFile, folder }: DaemonOptions,
): Daemon {
  const log = openSync(logFile, "a");
  const child = spawn(program, args, {
    ...user,
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C.UTF-8", HOME: folder, ...env },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  return { child };
}

/** Waits until `isReady` is true. @throws with what `describe` says when it takes longer */
export async function waitFor(
  isReady: () => Promise<boolean>,
  { withinMs, describe }: { withinMs: number; describe(): string },
): Promise<number> {
  const began = performance.now();
  while (!(await isReady().catch(() => false))) {
    if (performance.now() - began > withinMs) throw new Error(describe());
    await sleep(50);
  }
  return performance.now() - began;
}
