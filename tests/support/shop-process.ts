import { spawn, type ChildProcess } from "node:child_process";
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
import { openDatabase, type Db, type Engine } from "#platform/database/database.ts";
import { getBundledArguments, isCurrent } from "../../scripts/build.mjs";
import { createServerDatabase, makeTemplate, testLog } from "./database.ts";
import { findFreePort } from "./processes.ts";
import { runOverSocket } from "./operator.ts";

/** The real shop as `npm start` runs it, with its own port and data folder. */
export interface Shop {
  url: string;
  /** Its data folder. */
  dataDir: string;
  /** Runs an operator's command, such as `shop.operator("orders", "list")`. Returns its output and exit code. */
  operator(...words: string[]): Promise<{ code: number; output: string }>;
  /** Opens a desk: `shop.desk("--as", "Asha")`. Its address works once. `again` returns another one. */
  desk(...words: string[]): Promise<{ address: string; again(): Promise<string>; close(): Promise<void> }>;
  /**
   * Opens the remote desk at the DESK_URL of the shop's settings, where users sign in with passkeys. Behind a proxy it
   * listens on `port`.
   */
  serveDesk(port?: number): Promise<{ close(): Promise<void> }>;
  /** Returns the pid of the shop's process. */
  pid(): number;
  /** Kills the shop without shutting it down, like a power cut. */
  kill(): Promise<void>;
  /** Sends a signal and waits for the end of the shop. Returns the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
  /** Opens the shop again with the same data and the same address. */
  open(): Promise<void>;
  /** Runs `work` with the shop's database, to insert a long history. An embedded shop is closed during this. */
  withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Returns everything that the shop has printed so far. */
  log(): string;
}

/** The secret of shops on a PostgreSQL server, unless a test sets another one. */
const TEST_SECRET = "the-secret-of-all-shops-of-the-tests";

const READY_WITHIN_MS = 300_000;
const LOOK_EVERY_MS = 20;
const LEAVES_WITHIN_MS = 30_000;
const root = path.resolve(import.meta.dirname, "../..");
const isBuilt = isCurrent();

/** Resources that a test passes to a shop. Closing the shop does not remove them. */
export interface ShopOptions {
  folder?: string;
  databaseUrl?: string;
  /** Returns another database URL for the shop, for example of a proxy. */
  databaseVia?: (url: string) => string;
  /** True to open the shop on an empty database, like a new owner. By default it has been opened once before. */
  isNew?: boolean;
  /** The folder of another version of the shop. */
  release?: string;
  /**
   * The program that starts the shop, with its arguments, for example to run it on another machine. Node and the shop's
   * arguments follow.
   */
  launcher?: readonly string[];
  /** The address at which the shop is reached. It listens on the address in HOST. */
  host?: string;
}

/** Shops that are killed if the run is aborted. */
const started = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of started) child.kill("SIGKILL");
});

/** Prepares a shop with a new data folder without opening it. `close` ends it and removes its files. */
export async function prepareShop(
  engine: Engine,
  settings: Readonly<Record<string, string>> = {},
  options: ShopOptions = {},
): Promise<{ shop: Shop; close(): Promise<void> }> {
  if (!isBuilt) throw new Error("The build is older than the code: npm run build");
  // A different catalogue or profile must be imported into an empty database.
  const isNew = options.isNew ?? ("CATALOGUE_DIR" in settings || "SHOP_PROFILE" in settings);
  const folder = options.folder ?? (await makeDataFolder(engine === "embedded" && !isNew));
  const database = await chooseDatabase(engine, isNew, options);
  const port = await findFreePort();
  const url = `http://${options.host ?? "127.0.0.1"}:${port}`;
  const databaseUrl = database && (options.databaseVia?.(database.url) ?? database.url);
  const processSettings = { PORT: String(port), DATA_DIR: folder, DATABASE_URL: databaseUrl ?? "" };
  const env = buildShopEnvironment({ ...settings, ...processSettings });
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
    started.add(child);
    child.once("exit", () => started.delete(child));
    return child;
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
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (text: Buffer) => (output += text.toString()));
      const readAddress = async (count: number) => {
        const find = () => output.match(/http:\/\/127\.0\.0\.1:\d+\/#\S+/g)?.[count - 1];
        while (find() === undefined) {
          if (child.exitCode !== null) throw new Error(`The desk did not open:\n${output}`);
          await pause(LOOK_EVERY_MS);
        }
        return find() ?? "";
      };
      let addressesRead = 1;
      const closeDesk = async () => void (await waitForExit(child, "SIGTERM"));
      desks.push(closeDesk);
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
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (text: Buffer) => (output += text.toString()));
      while (!output.includes("The desk is open at")) {
        if (child.exitCode !== null) throw new Error(`The desk did not open:\n${output}`);
        await pause(LOOK_EVERY_MS);
      }
      const closeDesk = async () => void (await waitForExit(child, "SIGTERM"));
      desks.push(closeDesk);
      return { close: closeDesk };
    },
    async operator(...words) {
      // With a launcher, the shop's socket may be unreachable.
      const printed = options.launcher ? null : await runOverSocket(folder, words);
      if (printed) return printed;
      const child = start(...getBundledArguments("cli"), ...words);
      let output = "";
      for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (text: Buffer) => (output += text.toString()));
      }
      await once(child, "close");
      return { code: child.exitCode ?? 1, output };
    },
  };
  const desks: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closeDesk of desks) await closeDesk();
    const code = running ? await waitForExit(running, "SIGTERM") : 0;
    await database?.drop();
    if (!options.folder) rmSync(folder, { recursive: true, force: true });
    if (code !== 0) throw new Error(`The shop did not shut down cleanly (${code}):\n${log.slice(-4000)}`);
  };
  return { shop, close };
}

/**
 * Returns the folder of resized pictures that all shops of all runs share, because making them takes a minute. File names
 * contain a hash of the original, and the folder's name a hash of the program that resizes.
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

/*
 * A shop is opened and closed once, and the other shops copy its data, because importing the catalogue and measuring its
 * pictures takes several seconds.
 */

const getBuild = () => readFileSync(path.join(root, "dist/.made-of"), "utf8").slice(0, 16);

/** Returns the name of a template database on the server. */
const getOpenedTemplate = () =>
  makeTemplate(`taruva_shop_${getBuild()}`, async (databaseUrl) => {
    await openOnce(await prepareShop("server", {}, { databaseUrl, isNew: true }));
  });

/** Creates a database of a shop that was opened once before, for processes that share it. */
export const createOpenedDatabase = async () => createServerDatabase({ template: await getOpenedTemplate() });

/** Returns a data folder with an embedded database of a shop that was opened once before. */
async function getOpenedFolder(): Promise<string> {
  const folder = path.join(root, `.cache/test/shop-${getBuild()}`);
  if (existsSync(folder)) return folder;
  const unfinished = await makeDataFolder(false);
  try {
    await openOnce(await prepareShop("embedded", {}, { folder: unfinished, isNew: true }));
    const copy = `${folder}.${process.pid}`;
    cpSync(unfinished, copy, { recursive: true, verbatimSymlinks: true });
    // Another worker may have created the folder first.
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

/** Ignores the developer's own settings: an empty variable counts as not set, and hides the value in `.env`. */
function buildShopEnvironment(own: Record<string, string>): NodeJS.ProcessEnv {
  const settings = {
    NODE_ENV: "production",
    NODE_COMPILE_CACHE: path.join(root, "dist/.compiled"),
    HOST: "127.0.0.1",
    PUBLIC_URL: "",
    SHOP_PROFILE: "demo",
    CATALOGUE_DIR: "",
    DATABASE_POOL: "",
    TEST_PAYMENTS: "",
    PAYMENT_TIMEOUT_MINUTES: "",
    RATE_LIMIT_LOOPBACK: "off",
    TRUST_PROXY: "",
    PICTURES_WARM: "off",
    METRICS_PORT: "",
    DRAIN_SECONDS: "0",
    LOG_LEVEL: "info",
    RAZORPAY_KEY_ID: "",
    RAZORPAY_KEY_SECRET: "",
    RAZORPAY_WEBHOOK_SECRET: "",
    RAZORPAY_WEBHOOK_SECRET_PREVIOUS: "",
    RAZORPAY_API_URL: "",
    SMTP_URL: "",
    MAIL_FROM: "",
    SIGN_IN_CLIENT_ID: "",
    SIGN_IN_NAME: "",
    SIGN_IN_ISSUER: "",
    SIGN_IN_JWKS_URL: "",
    SIGN_IN_AUTHORIZE_URL: "",
    SECURITY_CONTACT: "",
    // Processes on one database need the same secret. A shop with the embedded engine creates its own.
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

/** Returns the exit code, or the signal that ended the process. A process that does not end in time is killed. */
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
