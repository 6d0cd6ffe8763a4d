import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { end } from "../../support/processes.ts";

const PROGRAMS = ["debootstrap", "systemd-nspawn", "slirp4netns", "nsenter", "ip", "git"];
const MIRROR = "http://deb.debian.org/debian";
/** Packages of the system that boots, beside the essential ones. */
const PACKAGES = "systemd,systemd-sysv,dbus,ca-certificates,iproute2,procps";
const BOOT_WITHIN_MS = 30_000;
const AUTHORITIES = "/usr/local/share/ca-certificates/machine.crt";

/** A Debian of its own, booted, with a network of its own from which only the way outside leads; it ends with this program. */
export interface Container {
  /** Its root folder, as this machine sees it. */
  root: string;
  /** Runs commands in it as root; the exit code, and all that they said. */
  run(commands: string): Promise<{ code: number; output: string }>;
  close(): Promise<void>;
}

/** Lists what this machine lacks to make one; empty when nothing. */
export function listMissing(): string[] {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).concat("/usr/sbin", "/sbin");
  const missing = PROGRAMS.filter((name) => !folders.some((folder) => existsSync(path.join(folder, name))));
  return process.getuid?.() === 0 ? missing : [...missing, "root"];
}

/** The folder is made and, however this program ends, removed. */
export async function installDebian(): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-production-"));
  process.once("exit", () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  );
  const root = path.join(folder, "root");
  const args = ["--variant=minbase", `--include=${PACKAGES}`, "bookworm", root, MIRROR];
  const installing = spawn("debootstrap", args, { stdio: ["ignore", "ignore", "inherit"] });
  const kill = () => installing.kill("SIGKILL");
  process.once("exit", kill);
  const [code] = (await once(installing, "exit")) as [number | null];
  process.off("exit", kill);
  if (code !== 0) throw new Error(`debootstrap ended with ${code}.`);
  // The repository of the rehearsal is root's.
  writeFileSync(path.join(root, "etc/gitconfig"), "[safe]\n\tdirectory = *\n");
  // As slirp4netns answers for names.
  writeFileSync(path.join(root, "etc/resolv.conf"), "nameserver 10.0.2.3\n");
  const authorities = process.env["NODE_EXTRA_CA_CERTS"];
  if (authorities !== undefined) {
    mkdirSync(path.dirname(path.join(root, AUTHORITIES)), { recursive: true });
    copyFileSync(authorities, path.join(root, AUTHORITIES));
  }
  return root;
}

/** Boots the system in a folder. */
export async function boot(root: string): Promise<Container> {
  const name = path.basename(path.dirname(root)).toLowerCase();
  execFileSync("ip", ["netns", "add", name]);
  const network = spawn(
    "slirp4netns",
    ["--configure", "--disable-host-loopback", "--netns-type=path", `/run/netns/${name}`, "tap0"],
    { stdio: "ignore" },
  );
  const log = openSync(path.join(path.dirname(root), "boot.log"), "w");
  const machine = spawn(
    "systemd-nspawn",
    [
      "--quiet",
      "--boot",
      "--register=no",
      "--keep-unit",
      "--resolv-conf=off",
      `--machine=${name}`,
      `--directory=${root}`,
      `--network-namespace-path=/run/netns/${name}`,
    ],
    { stdio: ["ignore", log, log] },
  );
  let leader = 0;
  const remove = () => {
    // With its first process all others of the system end.
    for (const pid of [leader, machine.pid, network.pid]) if (pid) killIfAlive(pid);
    execFileSync("ip", ["netns", "delete", name]);
  };
  process.prependOnceListener("exit", remove); // before its folder goes
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
    return { root, run, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** The first process of the system, as this machine numbers it. */
async function findLeader({ pid = 0 }: ChildProcess): Promise<number> {
  const until = Date.now() + BOOT_WITHIN_MS;
  while (Date.now() < until) {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
    if (child && readFileSync(`/proc/${child}/comm`, "utf8").trim() === "systemd") return Number(child);
    await pause(100);
  }
  throw new Error("The system did not boot.");
}

/** Runs commands in the system that this process is the first of. */
async function runIn(leader: number, commands: string): Promise<{ code: number; output: string }> {
  const shell = spawn(
    "nsenter",
    ["--target", String(leader), "--all", "/bin/bash", "-euo", "pipefail", "-c", commands],
    { cwd: "/", env: getEnvironment(), stdio: ["ignore", "pipe", "pipe"] },
  );
  const parts: string[] = [];
  for (const stream of [shell.stdout, shell.stderr]) stream.on("data", (part) => parts.push(String(part)));
  const [code] = (await once(shell, "close")) as [number | null];
  return { code: code ?? 1, output: parts.join("") };
}

/** As a fresh login of root has it; and how this machine reaches others, where that is not the usual way. */
const getEnvironment = (): Record<string, string | undefined> => ({
  HOME: "/root",
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  DEBIAN_FRONTEND: "noninteractive",
  http_proxy: process.env["http_proxy"],
  https_proxy: process.env["https_proxy"],
  ...(process.env["NODE_EXTRA_CA_CERTS"] !== undefined && { NODE_EXTRA_CA_CERTS: AUTHORITIES }),
});
