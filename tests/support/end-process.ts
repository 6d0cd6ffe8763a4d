import { type ChildProcess, execFileSync } from "node:child_process";

/** The first process and those that it made for its connections and itself. */
export function signalAll({ pid = 0 }: ChildProcess, signal: "SIGSTOP" | "SIGCONT"): void {
  process.kill(pid, signal);
  const children = execFileSync("pgrep", ["-P", String(pid)]).toString();
  for (const child of children.split("\n").filter(Boolean)) signalIfAlive(Number(child), signal);
}

/** A process of the server may end between being listed and being signalled. */
function signalIfAlive(pid: number, signal: "SIGSTOP" | "SIGCONT"): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

export async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise((resolve) => server.once("exit", resolve));
  server.kill(signal);
  await gone;
}
