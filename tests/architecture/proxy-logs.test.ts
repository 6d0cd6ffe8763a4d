import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request as askHttp } from "node:http";
import { request as askHttps } from "node:https";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "#platform/context.ts";
import { buildDispatchHref } from "../../shop/parcels/server/dispatch-page.ts";
import { buildPaymentHref, buildTrackingHref } from "../../shop/orders/server/read-orders.ts";
import { findNginx, testCertificate } from "../support/nginx.ts";
import { end } from "../support/processes.ts";
import { root } from "./sources.ts";

/* The shipped nginx, with no process of the shop behind it: what it writes into its logs. */

const program = findNginx();
const signing = {
  config: { secret: "a secret of the shop that is away" },
  now: () => new Date(),
} as Context;
const unpaid = { orderId: "TRV-ABC234", createdAt: new Date(), payUntil: new Date() };
const hrefs = [
  buildTrackingHref(signing, unpaid.orderId),
  buildDispatchHref(signing, unpaid.orderId),
  buildPaymentHref(signing, unpaid),
];

let folder: string;
let stop = async () => {};

beforeAll(async () => {
  if (program === undefined) return;
  folder = mkdtempSync(path.join(os.tmpdir(), "taruva-proxy-"));
  // Its workers are another user's.
  chmodSync(folder, 0o777);
  stop = await startShippedNginx(program);
});
afterAll(async () => {
  await stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

test.skipIf(program === undefined)(
  "T39, T40, T41: a mailed link is in no log of the shipped nginx, on port 80 and while the shop is away",
  async () => {
    for (const href of hrefs) {
      const [address = "", code = ""] = href.split("#");
      // As browsers ask: without the fragment. Then the form, and links of before, which had the code in the path.
      const statuses = [
        await ask("http", "GET", address),
        await ask("https", "GET", address),
        await ask("https", "POST", address, `link=${code}`),
        await ask("http", "GET", `${address}/${code}`),
        await ask("https", "GET", `${address}/${code}`),
      ];
      expect(statuses).toEqual([301, 503, 503, 301, 503]);
      const logs = readLogs();
      expect(logs).toContain(`"GET ${address} HTTP/1.1" 503`);
      expect(logs).toContain("Connection refused");
      const [seal = ""] = code.split(".");
      expect(logs).not.toContain(seal);
    }
  },
);

/** nginx with deploy/nginx as it is, on sockets of this folder. */
async function startShippedNginx(nginx: string): Promise<() => Promise<void>> {
  writeFileSync(path.join(folder, "fullchain.pem"), testCertificate.cert);
  writeFileSync(path.join(folder, "privkey.pem"), testCertificate.key);
  mkdirSync(path.join(folder, "snippets"));
  const read = (name: string) =>
    readFileSync(path.join(root, "deploy/nginx", name), "utf8").replaceAll(
      /\/(etc\/taruva\/tls|var\/log\/\w+|var\/cache\/nginx)\b/g,
      folder,
    );
  writeFileSync(path.join(folder, "snippets/taruva-proxy.conf"), read("taruva-proxy.conf"));
  const site = read("taruva.conf")
    .replaceAll(/^\s*listen \[::\].*$/gm, "")
    .replaceAll(/listen (80|443)/g, `listen unix:${folder}/$1.sock`)
    // Nobody listens on port 1.
    .replaceAll(/127\.0\.0\.1:300\d/g, "127.0.0.1:1")
    .replaceAll(/shop\.example/g, "localhost");
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const file = path.join(folder, "nginx.conf");
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/main-error.log; events {}
http { ${places.join(" ")} access_log ${folder}/main-access.log; ${site} }`,
  );
  const server = spawn(nginx, ["-p", folder, "-c", file, "-e", path.join(folder, "start-error.log")], {
    stdio: "ignore",
  });
  while ((await ask("http", "GET", "/").catch(() => 0)) !== 301) {
    if (server.exitCode !== null) throw new Error(`nginx did not start:\n${readLogs()}`);
    await pause(20);
  }
  return () => end(server, "SIGTERM");
}

/** The status of an answer. */
const ask = (scheme: "http" | "https", method: string, address: string, body?: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const options = {
      socketPath: path.join(folder, scheme === "http" ? "80.sock" : "443.sock"),
      method,
      path: address,
      headers: { host: "localhost", "content-type": "application/x-www-form-urlencoded" },
      ca: testCertificate.cert,
      servername: "localhost",
    };
    const sending = (scheme === "http" ? askHttp : askHttps)(options, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
    });
    sending.once("error", reject).end(body);
  });

const readLogs = (): string =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".log"))
    .map((name) => readFileSync(path.join(folder, name), "utf8"))
    .join("\n");
