// A Debian system in a folder for the rehearsals. debootstrap installs it and systemd-nspawn boots it.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { end, killAtExit, killIfAlive } from "../../support/processes.ts";
import { measureMachine } from "../bench/processes.ts";
import { recordRuns } from "../record.ts";
import type { Figure } from "../scenario.ts";

const PROGRAMS = ["debootstrap", "systemd-nspawn", "slirp4netns", "nsenter", "ip", "git"];
const MIRROR = "http://deb.debian.org/debian";
const PACKAGES = "systemd,systemd-sysv,dbus,ca-certificates,iproute2,procps";
const BOOT_WITHIN_MS = 120_000;
const AUTHORITIES = "/usr/local/share/ca-certificates/machine.crt";

export const say = (text: string) => process.stdout.write(`${text}\n`);

export class StepFailed extends Error {}

export async function step<Result>(title: string, work: () => Promise<Result> | Result): Promise<Result> {
  const began = performance.now();
  const result = await work();
  say(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${title}`);
  return result;
}

/** Writes the figures that `work` returns into last-runs.md. Exits with 1 if a step fails or a program is missing. */
export async function rehearse(
  program: string,
  summary: string,
  work: () => Promise<Figure[]>,
): Promise<never> {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).concat("/usr/sbin", "/sbin");
  const missing = PROGRAMS.filter((name) => !folders.some((folder) => existsSync(path.join(folder, name))));
  if (process.getuid?.() !== 0) missing.push("root");
  if (missing.length > 0) {
    say(
      `The rehearsal needs ${missing.join(", ")}: apt-get install debootstrap systemd-container slirp4netns git, as root.`,
    );
    process.exit(1);
  }
  process.once("SIGINT", () => process.exit(130));
  process.once("SIGTERM", () => process.exit(143));
  const scenario = { name: "", summary, engines: ["server"] } as const;
  const machine = await measureMachine();
  const record = (figures: Figure[], hasFailed: boolean) => {
    const played = [{ scenario, engine: "server", machine, figures, judgesTimes: false, hasFailed }];
    recordRuns(program, { scenarios: [scenario], played, isShort: false });
  };
  const began = performance.now();
  try {
    const figures = await work();
    const seconds = Math.round((performance.now() - began) / 1000);
    say(`\nAll of it in ${seconds} s.`);
    record([...figures, { what: "all of it", value: seconds, unit: "s", isTimed: true }], false);
  } catch (error) {
    record([], true);
    if (!(error instanceof StepFailed)) throw error;
    say(`\n${error.message}`);
    process.exit(1);
  }
  process.exit(0);
}

/** Returns the path of the new system's folder, which is removed when this program ends. */
export async function installDebian(): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-production-"));
  process.once("exit", () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  );
  const root = path.join(folder, "root");
  const args = ["--variant=minbase", `--include=${PACKAGES}`, "bookworm", root, MIRROR];
  const installing = spawn("debootstrap", args, { stdio: ["ignore", "ignore", "inherit"] });
  killAtExit(installing, "SIGKILL");
  const [code] = (await once(installing, "exit")) as [number | null];
  if (code !== 0) throw new Error(`debootstrap ended with ${code}.`);
  writeFileSync(path.join(root, "etc/gitconfig"), "[safe]\n\tdirectory = *\n"); // otherwise git rejects the repository
  writeFileSync(path.join(root, "etc/resolv.conf"), "nameserver 10.0.2.3\n"); // the DNS server of slirp4netns
  const authorities = process.env["NODE_EXTRA_CA_CERTS"];
  if (authorities !== undefined) cpSync(authorities, path.join(root, AUTHORITIES));
  return root;
}

interface Output {
  code: number;
  output: string;
}

export interface Container {
  run(commands: string): Promise<Output>;
  close(): Promise<void>;
}

export async function boot(root: string): Promise<Container> {
  const name = path.basename(path.dirname(root)).toLowerCase();
  const netns = `/run/netns/${name}`;
  execFileSync("ip", ["netns", "add", name]);
  const network = spawn(
    "slirp4netns",
    ["--configure", "--disable-host-loopback", "--netns-type=path", netns, "tap0"],
    { stdio: "ignore" },
  );
  const log = openSync(path.join(path.dirname(root), "boot.log"), "w");
  const options = "--quiet --boot --register=no --keep-unit --resolv-conf=off".split(" ");
  const machine = spawn(
    "systemd-nspawn",
    [...options, `--machine=${name}`, `--directory=${root}`, `--network-namespace-path=${netns}`],
    { stdio: ["ignore", log, log] },
  );
  let leader = 0;
  const remove = () => {
    // When the container's first process ends, all its other processes end too.
    for (const pid of [leader, machine.pid, network.pid]) if (pid) killIfAlive(pid);
    execFileSync("ip", ["netns", "delete", name]);
  };
  process.prependOnceListener("exit", remove); // runs before the listener that removes the folder
  const close = async () => {
    await end(machine, "SIGTERM");
    await end(network, "SIGTERM");
    process.off("exit", remove);
    execFileSync("ip", ["netns", "delete", name]);
  };
  try {
    leader = await findLeader(machine);
    const run = (commands: string) => runIn(leader, commands);
    await run("timeout 60 sh -c 'until systemctl is-active --quiet multi-user.target; do sleep 0.2; done'");
    return { run, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns the pid that the container's first process has on this machine. */
async function findLeader({ pid = 0 }: ChildProcess): Promise<number> {
  const until = Date.now() + BOOT_WITHIN_MS;
  while (Date.now() < until) {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
    if (child && readFileSync(`/proc/${child}/comm`, "utf8").trim() === "systemd") return Number(child);
    await sleep(100);
  }
  throw new Error("The system did not boot.");
}

const runIn = (leader: number, commands: string): Promise<Output> =>
  readOutput(
    spawn("nsenter", ["--target", String(leader), "--all", "/bin/bash", "-euo", "pipefail", "-c", commands], {
      cwd: "/",
      env: {
        HOME: "/root",
        PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        DEBIAN_FRONTEND: "noninteractive",
        http_proxy: process.env["http_proxy"],
        https_proxy: process.env["https_proxy"],
        ...(process.env["NODE_EXTRA_CA_CERTS"] !== undefined && { NODE_EXTRA_CA_CERTS: AUTHORITIES }),
      },
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );

export async function readOutput(child: ChildProcess): Promise<Output> {
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part) => parts.push(String(part)));
  const [code] = (await once(child, "close")) as [number | null];
  return { code: code ?? 1, output: parts.join("") };
}
