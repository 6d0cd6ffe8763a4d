import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { onPath } from "../../scripts/machine.mjs";
import { end, findUnprivilegedUser, killAtExit } from "./processes.ts";

export interface Nginx {
  url: string;
  /** Returns all requests so far, in the order of their responses. */
  readRequests(): ProxiedRequest[];
  stop(): Promise<void>;
}

interface ProxiedRequest {
  /** The time at which nginx received the request, in ms since 1970. */
  cameAt: number;
  /** The time at which nginx had sent the response, in ms since 1970. */
  answeredAt: number;
  what: string;
  status: number;
  /** The ports of the processes to which nginx sent the request, in order. */
  ports: number[];
  isFailed: boolean;
}

const CONNECTS_WITHIN_MS = 1_000;

const PLACES = ["/usr/sbin", "/usr/local/sbin", "/usr/local/bin", "/usr/bin", "/opt/homebrew/bin"];

export const findNginx = (): string | undefined =>
  onPath("nginx") ?? PLACES.map((folder) => path.join(folder, "nginx")).find((file) => existsSync(file));

/** Starts nginx with the files of deploy/nginx, but with plain HTTP and a log for `readRequests()`. */
export async function startNginx(program: string, port: number, ports: readonly number[]): Promise<Nginx> {
  const { folder, stop } = await start(program, { http: 0, https: port, shop: ports }, (site, folder) =>
    site
      .replace(/^ {2}ssl_.*\n/gm, "")
      .replace(" ssl http2 backlog", " backlog")
      .replace("listen 127.0.0.1:0 ", `listen unix:${folder}/80.sock `)
      .replace(/^ {2}access_log \S+ taruva if=.*$/m, `  access_log ${folder}/access.log told;`)
      .replace(
        /^log_format /m,
        "log_format told '$msec $request_time $status $request_method $uri|$upstream_addr|$upstream_status';\n$&",
      ),
  );
  return {
    url: `http://127.0.0.1:${port}`,
    readRequests: () =>
      readFileSync(path.join(folder, "access.log"), "utf8").split("\n").filter(Boolean).map(readRequest),
    stop,
  };
}

function readRequest(line: string): ProxiedRequest {
  const [fields = "", addresses = "", statuses = ""] = line.split("|");
  const [at = "", took = "", status = "", ...what] = fields.split(" ");
  const answeredAt = Number(at) * 1_000;
  return {
    cameAt: answeredAt - Number(took) * 1_000,
    answeredAt,
    what: what.join(" "),
    status: Number(status),
    ports: [...addresses.matchAll(/:(\d+)/g)].map(([, port]) => Number(port)),
    isFailed: /50[24]$/.test(statuses.trim()) || addresses === "taruva",
  };
}

/**
 * Opens connections but sends no request, because nginx would skip all processes for a second after a request that they
 * do not accept.
 */
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

/** An nginx with the files of deploy/nginx. Only folders, names, ports and the shop's processes are replaced. */
export interface ShippedNginx {
  readLogs(): string;
  /** Returns the temporary files into which nginx has written request bodies, even deleted ones. */
  listBodies(): string[];
  stop(): Promise<void>;
}

interface Ports {
  http: number;
  https: number;
  shop: readonly number[];
  /** If it is set, nginx also loads deploy/nginx/taruva-desk.conf. */
  desk?: number;
  /** The shop's host name; by default shop.example. With `desk`, requests with any other host name go to the desk. */
  name?: string;
}

const repository = path.resolve(import.meta.dirname, "../..");

/** The maximum number of connections of an nginx worker, as in docs/owners/production.md. */
const WORKER_CONNECTIONS = 16_384;

export async function startShippedNginx(program: string, ports: Ports): Promise<ShippedNginx> {
  const { folder, stop } = await start(program, ports, (site) => site);
  const bodies: string[] = [];
  const watcher = watch(path.join(folder, "body"), (_, name) => bodies.push(String(name)));
  return {
    listBodies: () => bodies,
    readLogs: () =>
      readdirSync(path.join(folder, "log"))
        .map((name) => readFileSync(path.join(folder, "log", name), "utf8"))
        .join("\n"),
    stop() {
      watcher.close();
      return stop();
    },
  };
}

/** Starts nginx with a copy of deploy/nginx. `change` modifies the site's configuration file. */
async function start(program: string, ports: Ports, change: (site: string, folder: string) => string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-nginx-"));
  for (const name of ["log", "cache", "tls", "snippets"]) mkdirSync(path.join(folder, name));
  writeFileSync(path.join(folder, "tls/fullchain.pem"), testCertificate.cert);
  writeFileSync(path.join(folder, "tls/privkey.pem"), testCertificate.key);
  const read = (file: string) => readFileSync(path.join(repository, "deploy/nginx", file), "utf8");
  writeFileSync(path.join(folder, "snippets/taruva-proxy.conf"), read("taruva-proxy.conf"));
  const site = change(moveTo(folder, ports, read("taruva.conf")), folder);
  writeFileSync(path.join(folder, "taruva.conf"), site);
  if (ports.desk !== undefined)
    writeFileSync(path.join(folder, "taruva-desk.conf"), moveTo(folder, ports, read("taruva-desk.conf")));
  writeFileSync(path.join(folder, "nginx.conf"), writeMainFile(folder));
  return { folder, stop: await runNginx(program, folder, ports.https) };
}

export async function runNginx(program: string, folder: string, port: number): Promise<() => Promise<void>> {
  const owner = findUnprivilegedUser();
  const user = owner !== "none" && owner.user ? owner.user : undefined;
  if (user)
    for (const entry of ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })])
      chownSync(path.join(folder, entry), user.uid, user.gid);
  const server = spawn(program, ["-p", folder, "-c", path.join(folder, "nginx.conf")], {
    ...user,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errorOutput = "";
  server.stderr.on("data", (text: Buffer) => (errorOutput += text.toString()));
  // SIGKILL would leave the worker processes running, so use SIGTERM.
  killAtExit(server, "SIGTERM");
  await waitUntilItListens(port, server, () => errorOutput);
  return async () => {
    await end(server, "SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  };
}

const moveTo = (folder: string, ports: Ports, text: string): string => {
  // Sets `backlog` in one file only, because nginx accepts it only once for each address.
  const backlog = text.includes("upstream taruva ") ? " backlog=4096" : "";
  return text
    .replaceAll("/etc/taruva/tls", `${folder}/tls`)
    .replaceAll("/var/log/taruva", `${folder}/log`)
    .replaceAll("/var/cache/nginx", `${folder}/cache`)
    .replace(/^ {2}listen \[::\].*\n/gm, "")
    .replaceAll("server_name shop.example;", `server_name ${ports.name ?? "shop.example"};`)
    .replace("listen 80;", `listen 127.0.0.1:${ports.http}${backlog};`)
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${ports.https} ssl http2${backlog};`)
    .replaceAll("127.0.0.1:4400", `127.0.0.1:${ports.desk}`)
    .replace(
      /( {2}server 127\.0\.0\.1:\d+ .*\n)+/,
      ports.shop.map((port) => `  server 127.0.0.1:${port} max_fails=3 fail_timeout=1s;\n`).join(""),
    );
};

/** Debian's main configuration file, with the worker_connections of docs/owners/production.md. */
const writeMainFile = (folder: string): string => `
daemon off;
worker_processes 2;
worker_rlimit_nofile 65536;
pid ${folder}/nginx.pid;
error_log ${folder}/log/main-error.log;
events { worker_connections ${WORKER_CONNECTIONS}; }
http {
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxied;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  access_log ${folder}/log/main-access.log;
  include ${folder}/taruva*.conf;
}
`;

/** The certificate of the tests' nginx. It is self-signed, so no browser trusts it. */
export const testCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQglaooWHL+T4K1xJE0
jUmYisjY06shAaJT57W1vPn+ouuhRANCAARbehW+WE3F17gzXjGQ5wtRZ9ytIKQO
kn9EdGoHxFifASSpMlkp6Xoo8jKHXheFXkvRp5dAEqLZ18zToIDL0J0F
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUdNcoO0ShpghItv9A8fhYbTfwBncwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjIwMjY0M1oYDzIxMjYxMDI5
MjAyNjQzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARbehW+WE3F17gzXjGQ5wtRZ9ytIKQOkn9EdGoHxFifASSpMlkp6Xoo
8jKHXheFXkvRp5dAEqLZ18zToIDL0J0Fo28wbTAdBgNVHQ4EFgQUFyW9BLUsz0Fs
pT5fW4whLop64EgwHwYDVR0jBBgwFoAUFyW9BLUsz0FspT5fW4whLop64EgwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgSCFQPDFFlZSf/nhclZvStnYrhXPAVQ3j5umV4vwE8B0CID7z
eznBubpUVfnxyGZWojxprVgf4xJGYQ0kTlTZcuX0
-----END CERTIFICATE-----`,
};
