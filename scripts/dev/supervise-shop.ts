import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type FSWatcher, watch } from "node:fs";
import path from "node:path";
import { type EngineLender, lendEngine } from "./lend-engine.ts";

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
  const state: State = { lender: lendEngine(), shop: null, allGone: Promise.resolve(), isClosing: false };
  const watchers = watchParts(supervision, state);
  restart(supervision, state);
  return {
    async close() {
      state.isClosing = true;
      clearTimeout(state.settling);
      for (const watcher of watchers) watcher.close();
      const [code] = await Promise.all([state.shop ? end(state.shop) : 0, state.allGone]);
      await state.lender.close();
      return code;
    },
  };
}

interface State {
  lender: EngineLender;
  shop: ChildProcess | null;
  /** Once the shops before have ended. */
  allGone: Promise<unknown>;
  isClosing: boolean;
  settling?: NodeJS.Timeout;
}

const watchParts = (supervision: Supervision, state: State): FSWatcher[] =>
  supervision.watched.map((place) =>
    watch(place, { recursive: true }, (_event, name) => {
      if (state.isClosing || name === null || !supervision.isPart(path.join(place, name))) return;
      clearTimeout(state.settling);
      state.settling = setTimeout(() => {
        supervision.say(`${name} has changed.`);
        restart(supervision, state);
      }, SETTLED_MS);
    }),
  );

/** The new one loads its code while the old ones finish what is under way. */
function restart(supervision: Supervision, state: State): void {
  if (state.shop) state.allGone = Promise.all([state.allGone, end(state.shop)]);
  state.shop = start(supervision, state);
}

function start(
  { entry, wanted = [], env, output = "inherit", say }: Supervision,
  state: State,
): ChildProcess {
  const started = spawn(process.execPath, [BORROW_ENGINE, entry, ...wanted], {
    stdio: ["ignore", output, output, "ipc"],
    serialization: "advanced",
    env,
  });
  state.lender.serve(started, state.allGone);
  started.once("exit", () => {
    if (state.shop !== started || state.isClosing) return;
    state.shop = null;
    say("The shop has ended. It opens again when a file of it changes.");
  });
  return started;
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
