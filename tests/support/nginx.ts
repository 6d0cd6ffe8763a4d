import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { end } from "./end-process.ts";
import { findUnprivilegedUser } from "./find-postgres.ts";
import { writeNginxSettings } from "./nginx-settings.ts";

/** A proxy before several processes of the shop. */
export interface Nginx {
  url: string;
  /** Every request that is answered, in the order of the answers. */
  readRequests(): ProxiedRequest[];
  stop(): Promise<void>;
}

interface ProxiedRequest {
  /** When it came and when it was answered, in ms since 1970. */
  cameAt: number;
  answeredAt: number;
  what: string;
  status: number;
  /** The ports of the processes that were asked, one after another. */
  ports: number[];
  /** The proxy itself had to answer, because the process did not. */
  isFailed: boolean;
}

const CONNECTS_WITHIN_MS = 1_000;

const PLACES = ["/usr/sbin", "/usr/local/sbin", "/usr/local/bin", "/usr/bin", "/opt/homebrew/bin"];

/** The installed nginx, or undefined. */
export const findNginx = (): string | undefined =>
  [...(process.env["PATH"] ?? "").split(path.delimiter), ...PLACES]
    .map((folder) => path.join(folder, "nginx"))
    .find((file) => existsSync(file));

/** Starts nginx on a loopback port before processes on these ports; it asks them in turn. */
export async function startNginx(program: string, port: number, ports: readonly number[]): Promise<Nginx> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-nginx-"));
  const owner = findUnprivilegedUser();
  if (owner !== "none" && owner.user) chownSync(folder, owner.user.uid, owner.user.gid);
  const file = path.join(folder, "nginx.conf");
  writeFileSync(file, writeNginxSettings(folder, port, ports));
  const server = spawn(program, ["-p", folder, "-c", file], {
    ...(owner !== "none" && owner.user),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  server.stderr.on("data", (text: Buffer) => (said += text.toString()));
  // Not SIGKILL: its workers would go on.
  const killServer = () => server.kill("SIGTERM");
  process.once("exit", killServer);
  server.once("exit", () => process.off("exit", killServer));
  const url = `http://127.0.0.1:${port}`;
  await waitUntilItListens(port, server, () => said);
  return {
    url,
    readRequests: () =>
      readFileSync(path.join(folder, "access.log"), "utf8").split("\n").filter(Boolean).map(readRequest),
    async stop() {
      await end(server, "SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function readRequest(line: string): ProxiedRequest {
  const [told = "", addresses = "", statuses = ""] = line.split("|");
  const [at = "", took = "", status = "", ...what] = told.split(" ");
  const answeredAt = Number(at) * 1_000;
  return {
    cameAt: answeredAt - Number(took) * 1_000,
    answeredAt,
    what: what.join(" "),
    status: Number(status),
    ports: [...addresses.matchAll(/:(\d+)/g)].map(([, port]) => Number(port)),
    isFailed: /50[24]$/.test(statuses.trim()) || addresses === "shop",
  };
}

/** Without a request: one that no process answers yet would shut all of them out for a second. */
export async function waitUntilItListens(
  port: number,
  server: ChildProcess,
  said: () => string,
): Promise<void> {
  const gone = once(server, "exit").then(() => {
    throw new Error(`nginx did not start:\n${said()}`);
  });
  gone.catch(() => {});
  const listens = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false));
      socket.once("close", () => {}).unref();
      setTimeout(() => socket.destroy(), CONNECTS_WITHIN_MS).unref();
    });
  const ask = async () => {
    while (!(await listens())) await pause(20);
  };
  await Promise.race([ask(), gone]);
}
