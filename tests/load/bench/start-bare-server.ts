import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

export interface BareServer {
  url: string;
  pid: number;
  stop(): void;
}

/** Node's own server with what the shop answers at these paths. */
export async function startBareServer(shopUrl: string, paths: readonly string[]): Promise<BareServer> {
  const program = path.join(import.meta.dirname, "bare-server.ts");
  const child = spawn(process.execPath, [program, shopUrl, ...paths], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { url: line.toString().trim(), pid: child.pid ?? 0, stop: () => void child.kill() };
}
