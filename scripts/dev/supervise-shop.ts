import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import path from "node:path";
import { lendEngine } from "./lend-engine.ts";

/** An editor writes a file in several steps, and a change of branch many files. */
const SETTLED_MS = 50;
const SHUTDOWN_MS = 1_500;

const BORROW_ENGINE = path.join(import.meta.dirname, "borrow-engine.ts");

export interface SupervisedShop {
  /** Ends the shop and closes its engine. Returns the shop's exit code. */
  close(): Promise<number>;
}

interface Supervision {
  /** The module that opens the shop. */
  entry: string;
  /** Packages it will ask for later: they are loaded while it waits for the engine. */
  wanted?: readonly string[];
  /** Looked at with all that is in them. */
  watched: readonly string[];
  /** Whether a change of this file, by its full path, makes another shop. */
  isPart(file: string): boolean;
  env: NodeJS.ProcessEnv;
  /** Where the shop's own output goes. */
  output?: "inherit" | "ignore";
  say(line: string): void;
}

/** Runs the shop, and another one whenever a part of it changes. Its embedded database stays open in this process. */
export function superviseShop(supervision: Supervision): SupervisedShop {
  const { entry, wanted = [], watched, isPart, env, output = "inherit", say } = supervision;
  const lender = lendEngine();
  let shop: ChildProcess | null = null;
  let allGone: Promise<unknown> = Promise.resolve();
  let isClosing = false;

  const start = (turn: Promise<unknown>) => {
    const started = spawn(process.execPath, [BORROW_ENGINE, entry, ...wanted], {
      stdio: ["ignore", output, output, "ipc"],
      serialization: "advanced",
      env,
    });
    lender.serve(started, turn);
    started.once("exit", () => {
      if (shop !== started || isClosing) return;
      shop = null;
      say("The shop has ended. It opens again when a file of it changes.");
    });
    shop = started;
  };
  // The new one loads its code while the old ones finish what is under way.
  const restart = () => {
    if (shop) allGone = Promise.all([allGone, end(shop)]);
    start(allGone);
  };

  let settling: NodeJS.Timeout | undefined;
  const watchers = watched.map((place) =>
    watch(place, { recursive: true }, (_event, name) => {
      if (isClosing || name === null || !isPart(path.join(place, name))) return;
      clearTimeout(settling);
      settling = setTimeout(() => {
        say(`${name} has changed.`);
        restart();
      }, SETTLED_MS);
    }),
  );
  restart();

  return {
    async close() {
      isClosing = true;
      clearTimeout(settling);
      for (const watcher of watchers) watcher.close();
      const [code] = await Promise.all([shop ? end(shop) : 0, allGone]);
      await lender.close();
      return code;
    },
  };
}

/** Lets it finish what is under way, if that does not take long. Then nothing more comes from it. */
async function end(shop: ChildProcess): Promise<number> {
  const isGone = shop.exitCode !== null || shop.signalCode !== null;
  const gone = Promise.all([isGone || once(shop, "exit"), shop.connected && once(shop, "disconnect")]);
  shop.kill("SIGTERM");
  const timer = setTimeout(() => shop.kill("SIGKILL"), SHUTDOWN_MS);
  await gone;
  clearTimeout(timer);
  return shop.exitCode ?? 1;
}
