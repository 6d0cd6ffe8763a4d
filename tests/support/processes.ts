import { type ChildProcess, execFileSync } from "node:child_process";
import { createServer } from "node:net";

type SignalToAll = "SIGSTOP" | "SIGCONT" | "SIGKILL";

/** Sends a signal to the main process and all its children. */
export function signalAll({ pid = 0 }: Pick<ChildProcess, "pid">, signal: SignalToAll): void {
  if (signal === "SIGKILL") process.kill(pid, "SIGSTOP"); // a running main process could start new ones
  else process.kill(pid, signal);
  const children = execFileSync("pgrep", ["-P", String(pid)]).toString();
  for (const child of children.split("\n").filter(Boolean)) signalIfAlive(Number(child), signal);
  if (signal === "SIGKILL") process.kill(pid, signal);
}

/** A process of the server may end between being listed and being signalled. */
function signalIfAlive(pid: number, signal: SignalToAll): void {
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

/** Finds the user to run the server as: the current user, or an unprivileged user if that is root. */
export function findUnprivilegedUser(): { user?: { uid: number; gid: number } } | "none" {
  if (process.getuid?.() !== 0) return {};
  for (const user of ["postgres", "nobody"]) {
    try {
      const ask = (flag: string) => Number(execFileSync("id", [flag, user], { stdio: "pipe" }).toString());
      return { user: { uid: ask("-u"), gid: ask("-g") } };
    } catch {
      // There is no such user, so the next one is tried.
    }
  }
  return "none";
}

/** Returns a free port of the loopback interface. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
