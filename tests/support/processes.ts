import { type ChildProcess, execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:net";

export function killAll(pid: number): void {
  process.kill(pid, "SIGSTOP"); // a stopped process cannot start new children
  const children = execFileSync("pgrep", ["-P", String(pid)]).toString();
  for (const child of children.split("\n").filter(Boolean)) killIfAlive(Number(child));
  process.kill(pid, "SIGKILL");
}

export function killIfAlive(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
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

export function killAtExit(child: ChildProcess, signal: NodeJS.Signals): void {
  killed.set(child, signal);
  child.once("exit", () => killed.delete(child));
}

const killed = new Map<ChildProcess, NodeJS.Signals>();
process.once("exit", () => {
  for (const [child, signal] of killed) child.kill(signal);
});

/** If this process runs as root, returns an unprivileged user or "none". Otherwise `user` is missing. */
export function findUnprivilegedUser(): { user?: { uid: number; gid: number } } | "none" {
  if (process.getuid?.() !== 0) return {};
  for (const user of ["postgres", "nobody"]) {
    try {
      const ask = (flag: string) => Number(execFileSync("id", [flag, user], { stdio: "pipe" }).toString());
      return { user: { uid: ask("-u"), gid: ask("-g") } };
    } catch {
      // This user does not exist, so try the next name.
    }
  }
  return "none";
}

export async function listenLocally(server: Server, port = 0): Promise<number> {
  await once(server.listen(port, "127.0.0.1"), "listening");
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

export async function findFreePort(): Promise<number> {
  const probe = createServer();
  const port = await listenLocally(probe);
  await once(probe.close(), "close");
  return port;
}
