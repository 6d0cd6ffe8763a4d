import { once } from "node:events";
import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import type { Config } from "#platform/config/config.ts";
import type { OperatorRole } from "#platform/operator/roles.ts";
import { findWrongValues } from "#platform/operator/command-values.ts";
import {
  type DescribedCommand,
  labelFields,
  MAX_NAME_LENGTH,
  type OperatorProgress,
  type OperatorReply,
  type TypedCommand,
} from "#platform/operator/protocol.ts";
import { commandsOfDesk, describedCheck, describedDesk } from "./local-commands.ts";
import { replyLocally } from "./reply-locally.ts";

/** The desk's program, which `npm run build` writes. The shop's bundle does not contain the desk (decision 060). */
const PROGRAM = "dist/desk/server/desk.js";
const PAGES = "dist/desk/client";

const USUAL_PORT = 4400;
const PORTS_TRIED = 20;

interface BasicSettings {
  address: string;
  dataDir: string;
  pages: string;
  port: number;
  osUser: string;
  local: {
    commands: readonly DescribedCommand[];
    run(command: TypedCommand, onProgress: (progress: OperatorProgress) => void): Promise<OperatorReply>;
  };
}

interface ServedDesk {
  port: number;
  close(): Promise<void>;
}

interface DeskProgram {
  openDesk(
    settings: BasicSettings & { name: string; role: OperatorRole },
  ): Promise<ServedDesk & { createAddress(): string }>;
  serveDesk(
    settings: BasicSettings & Pick<Config, "trustedProxies"> & { host: string; url: string },
  ): Promise<ServedDesk>;
}

/** Opens the desk and prints its URL. Enter prints a new URL, and Ctrl-C closes it. `--serve`: see `serveDesk`. */
export async function openDesk(
  config: Config,
  address: string,
  command: TypedCommand,
): Promise<OperatorReply> {
  const { dataDir } = config;
  const { options, osUser } = command;
  const wrong = findWrongValues(describedDesk, command);
  if (wrong !== null) return wrong;
  if (!existsSync(PROGRAM)) return refuse("The desk is not built yet. Run: npm run build");
  if (!existsSync(dataDir)) return refuse(`There is no shop in ${dataDir}. Start it first: npm start`);
  const isServed = options["serve"] === "on";
  if (isServed && (options["as"] !== undefined || options["role"] !== undefined))
    return {
      outcome: "usage",
      message:
        "With --serve people sign in with their own passkeys. Remove --as and --role, and invite people with: people NAME --invite",
    };
  const name = (options["as"] ?? osUser).trim();
  if (name === "" || name.length > MAX_NAME_LENGTH)
    return { outcome: "usage", message: `--as needs a name of 1 to ${MAX_NAME_LENGTH} characters.` };
  const port = parsePort(options["port"]);
  if (port === null)
    return {
      outcome: "usage",
      message: `--port ${options["port"]} is not a port. Write a number from 1024 to 65535.`,
    };
  const program = (await import(pathToFileURL(path.resolve(PROGRAM)).href)) as DeskProgram;
  if (isServed) return serveDesk(config, address, program, { port, osUser });
  const role = (options["role"] ?? "owner") as OperatorRole;
  const local = describeLocal(config, commandsOfDesk);
  const settings = { address, dataDir, pages: path.resolve(PAGES), name, role, osUser, local };
  const desk = await openAtFreePort(program, settings, port, options["port"] === undefined);
  if (desk === null)
    return refuse(`Port ${port} is in use by another program. Choose another port: desk --port 4450`);
  print(
    `The desk of ${name}, ${role}. Open this address in a browser on this machine. It works once, for ten minutes:`,
  );
  print(`\n  ${desk.createAddress()}\n`);
  print(`From another machine, first run: ssh -L ${desk.port}:127.0.0.1:${desk.port} ${os.hostname()}`);
  print("Press Enter for a new address, or Ctrl-C to close the desk.");
  const lines = createInterface({ input: process.stdin });
  lines.on("line", () => print(`\n  ${desk.createAddress()}\n`));
  await waitForEnd();
  lines.close();
  // Call `destroy`, because standard input has no `unref` if it is a file such as /dev/null.
  process.stdin.destroy();
  await desk.close();
  return CLOSED;
}

/** Serves the desk behind a proxy until the process is stopped. Users log in with passkeys (D119). */
async function serveDesk(
  config: Config,
  address: string,
  program: DeskProgram,
  { port, osUser }: { port: number; osUser: string },
): Promise<OperatorReply> {
  const { deskUrl: url, host, dataDir, trustedProxies } = config;
  if (url === undefined)
    return refuse(
      "The desk needs its own address. Set DESK_URL (for example https://desk.shop.example) for the shop and for this command, see docs/owners/desk.md",
    );
  // Allows only `check`, because the other local commands read files of this machine.
  const commands = commandsOfDesk.filter(({ noun }) => noun === describedCheck.noun);
  const local = describeLocal(config, commands);
  const pages = path.resolve(PAGES);
  const desk = await program
    .serveDesk({ address, dataDir, pages, port, osUser, local, host, url, trustedProxies })
    .catch(returnNullIfInUse);
  if (desk === null)
    return refuse(`Port ${port} is in use by another program. Choose another port: desk --serve --port 4450`);
  print(`The desk is open at ${url}, behind a proxy that forwards to ${host}:${desk.port}.`);
  print('Invite the first person: npm run shop -- people "Asha" --invite --role owner');
  await waitForEnd();
  await desk.close();
  return CLOSED;
}

const describeLocal = (config: Config, commands: readonly DescribedCommand[]): BasicSettings["local"] => ({
  commands,
  run: async (...sent) => labelFields(await replyLocally(config, ...sent), sent[0].noun),
});

const waitForEnd = () => Promise.race(["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => once(process, signal)));

const CLOSED: OperatorReply = {
  outcome: "done",
  result: { message: "The desk is closed. Running commands continue in the shop." },
};

const refuse = (message: string): OperatorReply => ({ outcome: "refused", message });

const print = (text: string) => void process.stdout.write(`${text}\n`);

function parsePort(value: string | undefined): number | null {
  if (value === undefined) return USUAL_PORT;
  const port = /^\d{4,5}$/.test(value) ? Number(value) : 0;
  return port >= 1024 && port <= 65_535 ? port : null;
}

/** Opens the desk at the port `first`. With `orNext`, tries the next ports too. Returns null if no port is free. */
async function openAtFreePort(
  { openDesk: open }: DeskProgram,
  settings: Omit<Parameters<DeskProgram["openDesk"]>[0], "port">,
  first: number,
  orNext: boolean,
) {
  for (let port = first; port < first + (orNext ? PORTS_TRIED : 1); port++) {
    const desk = await open({ ...settings, port }).catch(returnNullIfInUse);
    if (desk !== null) return desk;
  }
  return null;
}

function returnNullIfInUse(cause: NodeJS.ErrnoException): null {
  if (cause.code === "EADDRINUSE") return null;
  throw cause;
}
