// npm run demo: opens a shop with a month of sample orders in a separate data folder, and the desk of this shop.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

import { buildAll, buildOrExit, getBundledArguments } from "./build.mjs";
import { isInstalled } from "./install.mjs";
import { say } from "./progress.mjs";
import { resolveFromRoot } from "./root.mjs";

const FOLDER = resolveFromRoot("data/demo");
const IS_FILLED = resolveFromRoot("data/demo/demo-is-filled");
const LOOK_EVERY_MS = 100;
const HELP = `npm run demo            opens the demo; fills it first if that was not done
npm run demo -- --new   begins anew with an empty month, after deleting the demo that is there`;

const words = process.argv.slice(2);
if (words.some((word) => word !== "--new")) {
  say(HELP);
  process.exit(words.includes("--help") ? 0 : 2);
}

const port = process.env.PORT || "3000";
if (!(await isPortFree())) {
  say(
    `Port ${port} is in use, perhaps by the shop of npm start. Close that program, or choose another port: PORT=3001 npm run demo`,
  );
  process.exit(1);
}

const node = await isInstalled();
await buildOrExit(node, buildAll);

const env = { ...process.env, ...shieldSettings(), PORT: port, DATA_DIR: FOLDER, NODE_ENV: "production" };
const children = new Set();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    for (const child of children) child.kill("SIGTERM");
  });

if (words.includes("--new") || !existsSync(IS_FILLED)) {
  // The simulated visitors need different IP addresses, so the shop trusts the address in a header.
  const more = {
    TRUST_PROXY: "loopback",
    RATE_LIMIT_LOOPBACK: "off",
    PICTURES_WARM: "off",
    LOG_LEVEL: "error",
  };
  const filling = start(["dist/shop/fill-demo.js"], more, "inherit");
  const [code] = await once(filling, "exit");
  if (code !== 0) process.exit(code ?? 1);
}

const shop = start(getBundledArguments("main"), {}, "inherit");
const closed = once(shop, "exit");
const isOpen = await Promise.race([waitUntilReady(), closed.then(() => false)]);
if (isOpen) await openDesk();
const [code] = await closed;
process.exit(code ?? 1);

/** Returns false if a program uses the port. It may be an earlier demo, whose data must not be deleted. */
function isPortFree() {
  if (!(Number(port) < 65_536)) return true; // the shop reports an invalid port itself
  return new Promise((resolve) => {
    const server = createServer()
      .once("error", ({ code }) => resolve(code !== "EADDRINUSE"))
      .listen({ port, host: "127.0.0.1" }, () => server.close(() => resolve(true)));
  });
}

/** Starts a program, which stops when this process stops. */
function start(args, more, output) {
  const child = spawn(node, args, {
    cwd: resolveFromRoot(),
    env: { ...env, ...more },
    stdio: ["inherit", output, "inherit"],
  });
  children.add(child);
  child.once("exit", () => children.delete(child));
  return child;
}

/** Returns empty values for all settings, so that the demo does not use the settings in a real shop's .env. */
function shieldSettings() {
  const names = readFileSync(resolveFromRoot(".env.example"), "utf8").matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm);
  return Object.fromEntries([...names].map(([, name]) => [name, ""]));
}

async function waitUntilReady() {
  while (shop.exitCode === null) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (response?.ok) return true;
    await pause(LOOK_EVERY_MS);
  }
  return false;
}

async function openDesk() {
  const desk = start([...getBundledArguments("cli"), "desk", "--as", "Asha"], {}, "pipe");
  desk.stdout.on("data", (text) => {
    for (const [address] of text.toString().matchAll(/http:\/\/127\.0\.0\.1:\d+\/#\S+/g))
      sayAddresses(address);
  });
  shop.once("exit", () => desk.kill("SIGTERM"));
}

function sayAddresses(desk) {
  const url = `http://127.0.0.1:${port}`;
  say(`
  Shop      ${url}
  Customer  ${url}/login   meera.shah@example.com   neem-and-teak-7
  Desk      ${desk}
            works once; press Enter for another address
  Commands  DATA_DIR=data/demo npm run shop -- help

  Ctrl-C closes the demo.
`);
}
