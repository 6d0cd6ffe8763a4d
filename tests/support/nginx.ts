import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { end } from "./end-process.ts";
import { findUnprivilegedUser } from "./find-postgres.ts";

/** A proxy before several processes of the shop. */
export interface Nginx {
  url: string;
  /** Every request that is answered, in the order of the answers. */
  readRequests(): ProxiedRequest[];
  stop(): Promise<void>;
}

export interface ProxiedRequest {
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
  writeFileSync(file, writeSettings(folder, port, ports));
  const server = spawn(program, ["-p", folder, "-c", file], {
    ...(owner !== "none" && owner.user),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  server.stderr.on("data", (text: Buffer) => (said += text.toString()));
  const killServer = () => server.kill("SIGKILL");
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

/**
 * A process that does not take connections is left out for a second, and the request goes to the next one; one that
 * it has begun to answer only where asking twice does no harm.
 */
const writeSettings = (folder: string, port: number, ports: readonly number[]) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 4096; }
http {
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxied;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  log_format told '$msec $request_time $status $request_method $uri|$upstream_addr|$upstream_status';
  access_log ${folder}/access.log told;
  map $http_upgrade $connection_upgrade { default upgrade; "" close; }
  upstream shop {
${ports.map((each) => `    server 127.0.0.1:${each} max_fails=3 fail_timeout=1s;`).join("\n")}
  }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    client_max_body_size 12m;
    location / {
      proxy_pass http://shop;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
      proxy_connect_timeout 2s;
      proxy_read_timeout 75s;
      proxy_next_upstream error timeout;
      proxy_next_upstream_tries ${ports.length};
    }
    error_page 502 504 =503 @away;
    location @away {
      internal;
      default_type application/json;
      add_header Retry-After 2 always;
      return 503 '{"success":false,"message":"The shop is busy. Please try again in a moment.","code":"unavailable"}';
    }
  }
}
`;

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
async function waitUntilItListens(port: number, server: ChildProcess, said: () => string): Promise<void> {
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
