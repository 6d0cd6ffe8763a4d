import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { CommanderError } from "commander";
import { type Db, type Engine, openDatabase } from "#platform/database/database.ts";
import { readOperatorAddress } from "#platform/operator/operator-address.ts";
import { fetchCommands, sendCommand, ShopNotRunning } from "#platform/operator/operator-client.ts";
import type { TypedCommand } from "#platform/operator/protocol.ts";
import { getBundledArguments, isCurrent } from "../../scripts/build.mjs";
import { localCommands } from "../../server/cli/local-commands.ts";
import { createProgram } from "../../server/cli/program.ts";
import { exitCodes, formatReply } from "../../server/cli/run-command.ts";
import { settingNames } from "../../server/settings.ts";
import { createServerDatabase, makeTemplate, testLog } from "./database.ts";
import { findFreePort, killAtExit } from "./processes.ts";

/** A real shop, as `npm start` runs it, with its own port and data folder. */
export interface Shop {
  url: string;
  dataDir: string;
  /** Runs an owner's command: `shop.operator("orders", "list")`. */
  operator(...words: string[]): Promise<{ code: number; output: string }>;
  /** Opens a desk. The sign-in link in `address` works only once; `again` returns a new link. */
  desk(...words: string[]): Promise<{ address: string; again(): Promise<string>; close(): Promise<void> }>;
  /** Opens the desk at DESK_URL, where owners sign in with passkeys. Behind a proxy, `port` is the desk's own port. */
  serveDesk(port?: number): Promise<{ close(): Promise<void> }>;
  pid(): number;
  /** Kills the shop without a shutdown, like a power failure. */
  kill(): Promise<void>;
  /** Returns the exit code, or the signal that has ended the shop. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
  /** Opens the shop. If it was open before, it has the same data and address again. */
  open(): Promise<void>;
  /** Runs `work` with the shop's database, for example to insert orders. An embedded shop is closed meanwhile. */
  withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Returns everything that the shop has printed since it was created. */
  log(): string;
}

const TEST_SECRET = "the-secret-of-all-shops-of-the-tests";

const READY_WITHIN_MS = 300_000;
const LOOK_EVERY_MS = 20;
const LEAVES_WITHIN_MS = 120_000;
const root = path.resolve(import.meta.dirname, "../..");
const isBuilt = isCurrent();

/** The options of a shop. A folder or a database that the caller provides here is not deleted when the shop closes. */
export interface ShopOptions {
  folder?: string;
  databaseUrl?: string;
  databaseVia?: (url: string) => string;
  /** True for an empty database, false for a copy with the sample catalogue. The default depends on the settings. */
  isNew?: boolean;
  /** The folder of the program, if it is another version of the shop. */
  release?: string;
  /** The command and arguments that start Node, for example on another machine. */
  launcher?: readonly string[];
  /** The host in the shop's URL. The shop itself listens on HOST. */
  host?: string;
}

/**
 * Returns a shop that is not open yet. `close` ends the shop and removes its files. `{port}` in a setting stands for
 * the port of the shop.
 */
export async function prepareShop(
  engine: Engine,
  settings: Readonly<Record<string, string>> = {},
  options: ShopOptions = {},
): Promise<{ shop: Shop; close(): Promise<void> }> {
  if (!isBuilt) throw new Error("The build is older than the code: npm run build");
  // The shop imports a catalogue or a profile only into an empty database.
  const isNew = options.isNew ?? ("CATALOGUE_DIR" in settings || "SHOP_PROFILE" in settings);
  const folder = options.folder ?? (await makeDataFolder(engine === "embedded" && !isNew));
  const database = await chooseDatabase(engine, isNew, options);
  const port = await findFreePort();
  const url = `http://${options.host ?? "127.0.0.1"}:${port}`;
  const databaseUrl = database && (options.databaseVia?.(database.url) ?? database.url);
  const processSettings = { PORT: String(port), DATA_DIR: folder, DATABASE_URL: databaseUrl ?? "" };
  const ownSettings = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, value.replace("{port}", String(port))]),
  );
  const env = buildShopEnvironment({ ...ownSettings, ...processSettings });
  let log = "";
  let running: ChildProcess | null = null;

  const start = (...args: string[]) => {
    const [program = "", ...words] = [...(options.launcher ?? []), process.execPath, ...args];
    const child = spawn(program, words, {
      cwd: options.release ?? root,
      env,
      stdio: ["pipe", "pipe", "pipe"],
    });
    // Only a desk reads its standard input.
    if (!args.includes("desk")) child.stdin.end();
    killAtExit(child, "SIGKILL");
    return child;
  };
  const desks: (() => Promise<void>)[] = [];
  /** `readAfter` waits until `find` accepts the output. Closing the shop also ends the desk. */
  const followDesk = (child: ReturnType<typeof start>) => {
    const output = collectOutput(child);
    const closeDesk = async () => void (await waitForExit(child, "SIGTERM"));
    desks.push(closeDesk);
    const readAfter = async (find: (text: string) => string | undefined): Promise<string> => {
      for (;;) {
        const match = find(output());
        if (match !== undefined) return match;
        if (child.exitCode !== null) throw new Error(`The desk did not open:\n${output()}`);
        await pause(LOOK_EVERY_MS);
      }
    };
    return { readAfter, close: closeDesk };
  };
  const shop: Shop = {
    url,
    dataDir: folder,
    log: () => log,
    async open() {
      const child = start(...getBundledArguments("main"));
      for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (text: Buffer) => (log += text.toString()));
      }
      running = child;
      await waitUntilReady(url, child, () => log);
    },
    pid: () => running?.pid ?? 0,
    async kill() {
      if (running) await waitForExit(running, "SIGKILL");
    },
    end: async (signal) => (running ? waitForExit(running, signal) : 0),
    async withDatabase(work) {
      const mustClose = engine === "embedded";
      if (running && mustClose) await waitForExit(running, "SIGTERM");
      const place = { databaseUrl: database?.url, databasePool: 1, dataDir: folder };
      const opened = await openDatabase(place, testLog);
      try {
        return await work(opened.db);
      } finally {
        await opened.close();
        if (mustClose) await shop.open();
      }
    },
    async desk(...words) {
      const child = start(
        ...getBundledArguments("cli"),
        "desk",
        "--port",
        String(await findFreePort()),
        ...words,
      );
      const { readAfter, close: closeDesk } = followDesk(child);
      const readAddress = (count: number) =>
        readAfter((output) => output.match(/http:\/\/127\.0\.0\.1:\d+\/#\S+/g)?.[count - 1]);
      let addressesRead = 1;
      return {
        address: await readAddress(addressesRead),
        again() {
          child.stdin.write("\n");
          return readAddress(++addressesRead);
        },
        close: closeDesk,
      };
    },
    async serveDesk(deskPort) {
      const listensOn = deskPort?.toString() ?? new URL(settings["DESK_URL"] ?? "").port;
      const child = start(...getBundledArguments("cli"), "desk", "--serve", "--port", listensOn);
      const { readAfter, close: closeDesk } = followDesk(child);
      await readAfter((output) => /The desk is open at/.exec(output)?.[0]);
      return { close: closeDesk };
    },
    async operator(...words) {
      // A shop with a launcher may run on another machine, where its socket is not reachable.
      const printed = options.launcher ? null : await runOverSocket(folder, words);
      if (printed) return printed;
      const child = start(...getBundledArguments("cli"), ...words);
      const output = collectOutput(child);
      await once(child, "close");
      return { code: child.exitCode ?? 1, output: output() };
    },
  };
  const close = async () => {
    for (const closeDesk of desks) await closeDesk();
    const code = running ? await waitForExit(running, "SIGTERM") : 0;
    await database?.drop();
    if (!options.folder) rmSync(folder, { recursive: true, force: true });
    if (code !== 0) throw new Error(`The shop did not shut down cleanly (${code}):\n${log.slice(-4000)}`);
  };
  return { shop, close };
}

function collectOutput({ stdout, stderr }: ChildProcess): () => string {
  let output = "";
  for (const stream of [stdout, stderr]) stream?.on("data", (text: Buffer) => (output += text.toString()));
  return () => output;
}

/**
 * All shops of all test runs share this folder, because resizing the pictures takes a minute. File names contain a hash
 * of the original, and the folder's name contains a hash of the resizing code.
 */
const getMadePictures = () => {
  const program = ["picture-process.ts", "isolate-piece.ts"].map((name) =>
    readFileSync(path.join(root, "shop/media/server", name), "utf8"),
  );
  const hash = createHash("sha256").update(program.join("")).digest("hex").slice(0, 16);
  return path.join(root, `.cache/test/pictures-${hash}`);
};

async function makeDataFolder(isOpened: boolean): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-journey-"));
  if (isOpened) {
    cpSync(await getOpenedFolder(), folder, { recursive: true, verbatimSymlinks: true });
    return folder;
  }
  const pictures = getMadePictures();
  mkdirSync(pictures, { recursive: true });
  symlinkSync(pictures, path.join(folder, "pictures"), "dir");
  return folder;
}

async function chooseDatabase(engine: Engine, isNew: boolean, { databaseUrl }: ShopOptions) {
  if (engine === "embedded") return null;
  if (databaseUrl) return { url: databaseUrl, drop: async () => {} };
  return isNew ? createServerDatabase() : createOpenedDatabase();
}

/* Importing the catalogue takes several seconds. With the functions below, one shop imports it, and the other shops get
   a copy of its data. */

const getBuild = () => readFileSync(path.join(root, "dist/.made-of"), "utf8").slice(0, 16);

const getOpenedTemplate = () =>
  makeTemplate(`taruva_shop_${getBuild()}`, async (databaseUrl) => {
    await openOnce(await prepareShop("server", {}, { databaseUrl, isNew: true }));
  });

export const createOpenedDatabase = async () => createServerDatabase({ template: await getOpenedTemplate() });

async function getOpenedFolder(): Promise<string> {
  const folder = path.join(root, `.cache/test/shop-${getBuild()}`);
  if (existsSync(folder)) return folder;
  const unfinished = await makeDataFolder(false);
  try {
    await openOnce(await prepareShop("embedded", {}, { folder: unfinished, isNew: true }));
    const copy = `${folder}.${process.pid}`;
    cpSync(unfinished, copy, { recursive: true, verbatimSymlinks: true });
    // Another worker may have created the folder by now.
    if (existsSync(folder)) rmSync(copy, { recursive: true });
    else renameSync(copy, folder);
    for (const other of globSync(path.join(root, ".cache/test/shop-????????????????")))
      if (other !== folder) rmSync(other, { recursive: true, force: true });
  } finally {
    rmSync(unfinished, { recursive: true });
  }
  return folder;
}

async function openOnce({ shop, close }: Awaited<ReturnType<typeof prepareShop>>): Promise<void> {
  await shop.open();
  await close();
}

/** Settings that are not in `own` get "" or a test value, which overrides the developer's own values and `.env`. */
function buildShopEnvironment(own: Record<string, string>): NodeJS.ProcessEnv {
  const settings = {
    ...Object.fromEntries(settingNames.map((name) => [name, ""])),
    NODE_ENV: "production",
    NODE_COMPILE_CACHE: path.join(root, "dist/.compiled"),
    HOST: "127.0.0.1",
    SHOP_PROFILE: "demo",
    RATE_LIMIT_LOOPBACK: "off",
    PICTURES_WARM: "off",
    DRAIN_SECONDS: "0",
    LOG_LEVEL: "info",
    // Processes that share a database need the same secret. A shop with the embedded engine creates its own.
    SHOP_SECRET: own["DATABASE_URL"] ? TEST_SECRET : "",
  };
  return { ...process.env, ...settings, ...own };
}

async function waitUntilReady(url: string, child: ChildProcess, log: () => string): Promise<void> {
  const giveUp = performance.now() + READY_WITHIN_MS;
  while (performance.now() < giveUp && child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await pause(LOOK_EVERY_MS);
  }
  await waitForExit(child, "SIGKILL");
  throw new Error(`The shop did not open:\n${log()}`);
}

/** Sends the signal, and SIGKILL after a timeout. Returns the exit code, or the signal that ended the process. */
async function waitForExit(child: ChildProcess, signal: NodeJS.Signals): Promise<number | NodeJS.Signals> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, "close");
    child.kill(signal);
    const timer = setTimeout(() => child.kill("SIGKILL"), LEAVES_WITHIN_MS);
    await gone;
    clearTimeout(timer);
  }
  return child.exitCode ?? child.signalCode ?? 1;
}

interface CommandOutput {
  code: number;
  output: string;
}

/**
 * Runs a command over the shop's operator socket, which is faster than a new process. Returns what the command line
 * would print; null if the shop is closed or does not run this command.
 */
async function runOverSocket(dataDir: string, words: readonly string[]): Promise<CommandOutput | null> {
  const address = readOperatorAddress(dataDir);
  const commands = await fetchCommands(address).catch((cause: unknown) => {
    if (cause instanceof ShopNotRunning) return null;
    throw cause;
  });
  const isNamed = ({ noun, verb }: { noun: string; verb: string }) =>
    noun === words[0] && (verb === "" || verb === words[1]);
  if (!commands || (localCommands.some(isNamed) && !commands.some(isNamed))) return null;
  let printed: CommandOutput = { code: exitCodes.usage, output: "" };
  const program = createProgram(
    commands,
    async (...typed) => void (printed = await send(address, ...typed)),
    { asJson: true },
  );
  try {
    await program.parseAsync(words, { from: "user" });
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause;
    return { code: exitCodes.usage, output: cause.message };
  }
  return printed;
}

async function send(
  address: string,
  typed: TypedCommand,
  asJson: boolean,
  nameField: (name: string) => string,
): Promise<CommandOutput> {
  const reply = await sendCommand(address, typed, () => {});
  if (reply.outcome === "confirm")
    return {
      code: exitCodes.refused,
      output: `${reply.question} Nothing was done. To confirm, add --yes.\n`,
    };
  const { code, text } = formatReply(reply, asJson, nameField);
  return { code, output: `${text}\n` };
}
