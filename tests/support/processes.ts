import { type ChildProcess, execFileSync } from "node:child_process";
import { createServer } from "node:net";

type SignalToAll = "SIGSTOP" | "SIGCONT" | "SIGKILL";

/** Sends a signal to a process and all its children. */
export function signalAll({ pid = 0 }: Pick<ChildProcess, "pid">, signal: SignalToAll): void {
  if (signal === "SIGKILL") process.kill(pid, "SIGSTOP"); // a stopped process cannot start new children
  else process.kill(pid, signal);
  const children = execFileSync("pgrep", ["-P", String(pid)]).toString();
  for (const child of children.split("\n").filter(Boolean)) signalIfAlive(Number(child), signal);
  if (signal === "SIGKILL") process.kill(pid, signal);
}

/** Sends a signal. The process may have ended since it was listed. */
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

/**
 * Returns the user that runs the server: an unprivileged user if the current user is root, or else the current user.
 */
export function findUnprivilegedUser(): { user?: { uid: number; gid: number } } | "none" {
  if (process.getuid?.() !== 0) return {};
  for (const user of ["postgres", "nobody"]) {
    try {
      const ask = (flag: string) => Number(execFileSync("id", [flag, user], { stdio: "pipe" }).toString());
      return { user: { uid: ask("-u"), gid: ask("-g") } };
    } catch {
      // This user does not exist, so the next name is tried.
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
