import { spawn } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { end } from "./end-process.ts";
import { findUnprivilegedUser } from "./find-postgres.ts";
import { waitUntilItListens } from "./nginx.ts";
import { testCertificate } from "./test-certificate.ts";

/** nginx with the very files of deploy/nginx, on ports of this machine. */
export interface ShippedNginx {
  /** Everything in all of its logs. */
  readLogs(): string;
  stop(): Promise<void>;
}

interface Ports {
  http: number;
  https: number;
  /** The ports of the shop's processes. */
  shop: readonly number[];
}

const repository = path.resolve(import.meta.dirname, "../..");

/** The number that `docs/production.md` puts into Debian's own nginx.conf. */
const WORKER_CONNECTIONS = 16_384;

export async function startShippedNginx(program: string, ports: Ports): Promise<ShippedNginx> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-shipped-nginx-"));
  for (const name of ["log", "cache", "tls", "snippets"]) mkdirSync(path.join(folder, name));
  writeFileSync(path.join(folder, "tls/fullchain.pem"), testCertificate.cert);
  writeFileSync(path.join(folder, "tls/privkey.pem"), testCertificate.key);
  const read = (file: string) => readFileSync(path.join(repository, "deploy/nginx", file), "utf8");
  writeFileSync(path.join(folder, "snippets/taruva-proxy.conf"), read("taruva-proxy.conf"));
  writeFileSync(path.join(folder, "taruva.conf"), moveTo(folder, ports, read("taruva.conf")));
  writeFileSync(path.join(folder, "nginx.conf"), writeMainFile(folder));
  const owner = findUnprivilegedUser();
  const user = owner !== "none" && owner.user ? owner.user : undefined;
  if (user)
    for (const entry of ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })])
      chownSync(path.join(folder, entry), user.uid, user.gid);
  const server = spawn(program, ["-p", folder, "-c", path.join(folder, "nginx.conf")], {
    ...user,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  server.stderr.on("data", (text: Buffer) => (said += text.toString()));
  const killServer = () => server.kill("SIGTERM");
  process.once("exit", killServer);
  server.once("exit", () => process.off("exit", killServer));
  await waitUntilItListens(ports.https, server, () => said);
  return {
    readLogs: () =>
      readdirSync(path.join(folder, "log"))
        .map((name) => readFileSync(path.join(folder, "log", name), "utf8"))
        .join("\n"),
    async stop() {
      await end(server, "SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The shipped file, with its places on a server as places of this folder. */
const moveTo = (folder: string, ports: Ports, text: string): string =>
  text
    .replaceAll("/etc/taruva/tls", `${folder}/tls`)
    .replaceAll("/var/log/taruva", `${folder}/log`)
    .replaceAll("/var/cache/nginx", `${folder}/cache`)
    .replace(/^ {2}listen \[::\].*\n/gm, "")
    .replace("listen 80;", `listen 127.0.0.1:${ports.http} backlog=4096;`)
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${ports.https} ssl http2 backlog=4096;`)
    .replace(
      /( {2}server 127\.0\.0\.1:\d+ .*\n)+/,
      ports.shop.map((port) => `  server 127.0.0.1:${port} max_fails=3 fail_timeout=1s;\n`).join(""),
    );

/** As Debian's, with its logs here, and the worker_connections that docs/production.md asks for. */
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
  include ${folder}/taruva.conf;
}
`;
