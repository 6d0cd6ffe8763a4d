import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settingNames } from "../../server/settings.ts";
import { ownValues, readBlocks } from "../load/production/document.ts";
import { testCertificate } from "../support/nginx.ts";
import { listFiles, root } from "./sources.ts";

/* Validates the files of deploy/ with the programs that read them, if those are installed. */

const FOLDERS = [...(process.env["PATH"] ?? "").split(path.delimiter), "/usr/sbin", "/sbin"];
/** The maximum exposure level of a service in `systemd-analyze security`, times ten: 20 is 2.0. */
const MAX_EXPOSED = 20;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "taruva-deploy-"));
  const { key, cert } = testCertificate;
  for (const [name, text] of [
    ["fullchain.pem", cert],
    ["privkey.pem", key],
  ] as const)
    writeFileSync(path.join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

const readDeployed = (file: string): string => readFileSync(path.join(root, "deploy", file), "utf8");

/** Copies a file of deploy/ and replaces paths that exist only on a server. Returns the path of the copy. */
function copy(file: string, name = path.basename(file)): string {
  const target = path.join(folder, name);
  mkdirSync(path.dirname(target), { recursive: true });
  const text = readDeployed(file)
    .replaceAll(/\/(etc\/taruva\/tls|var\/log\/\w+|var\/cache\/nginx)\b/g, folder)
    .replaceAll("/opt/node/bin/node", process.execPath)
    .replaceAll(/^(ExecStart=)\/(usr\/local\/bin|etc\/taruva)\/\S+/gm, "$1/bin/true");
  writeFileSync(target, text);
  return target;
}

function run(program: string, ...args: string[]): string {
  const env = { ...process.env, PATH: FOLDERS.join(path.delimiter), HOME: folder };
  try {
    return execFileSync("sh", ["-c", '"$@" 2>&1', "sh", program, ...args], { env, encoding: "utf8" });
  } catch (error) {
    throw new Error(`${program}: ${String((error as { stdout?: string }).stdout)}`, { cause: error });
  }
}

const isHere = (program: string) => FOLDERS.some((each) => existsSync(path.join(each, program)));

const testWith = (program: string, title: string, check: () => void) =>
  test.skipIf(!isHere(program))(
    isHere(program) ? title : `${title} (${program} is not installed here)`,
    check,
  );

testWith("nginx", "nginx accepts its configuration in deploy/ for shop and desk", () => {
  let sockets = 0;
  for (const name of ["taruva.conf", "taruva-desk.conf"]) {
    const site = copy(`nginx/${name}`, `sites/${name}`);
    const listening = readFileSync(site, "utf8").replaceAll(
      /listen (\[::\]:)?(80|443)/g,
      () => `listen unix:${folder}/${++sockets}.sock`,
    );
    writeFileSync(site, listening);
  }
  copy("nginx/taruva-proxy.conf", "snippets/taruva-proxy.conf");
  const main = path.join(folder, "nginx.conf");
  writeFileSync(main, `pid ${folder}/nginx.pid;\nevents {}\nhttp {\n  include ${folder}/sites/*.conf;\n}\n`);
  expect(
    run("nginx", "-t", "-q", "-p", folder, "-c", main, "-e", path.join(folder, "error.log")),
  ).not.toMatch(/warn|emerg/);
});

testWith("haproxy", "HAProxy accepts its configuration in deploy/", () => {
  expect(run("haproxy", "-c", "-f", copy("haproxy/postgres.cfg"))).not.toMatch(/WARNING|ALERT/);
});

testWith("systemd-analyze", "systemd accepts the units in deploy/, and each service is restricted", () => {
  const units = [
    "taruva@.service",
    "taruva-backup.service",
    "taruva-desk.service",
    "taruva-backup.timer",
  ].map((name) => copy(`systemd/${name}`));
  copy("systemd/credentials.conf", "taruva@.service.d/credentials.conf");
  expect(run("systemd-analyze", "verify", "--man=no", ...units)).not.toContain("taruva");
  for (const unit of units.slice(0, 3))
    expect(
      run("systemd-analyze", "security", "--offline=true", `--threshold=${MAX_EXPOSED}`, unit),
    ).toContain("Overall exposure level");
});

testWith("logrotate", "logrotate accepts its configuration in deploy/", () => {
  const file = copy("logrotate/taruva", "logrotate.conf");
  chmodSync(file, 0o644);
  expect(run("logrotate", "--debug", "--state", path.join(folder, "state"), file)).not.toMatch(/^error/m);
});

test("the script `taruva` finds the data folder, runs in the work folder, and refuses files that the shop cannot read", () => {
  const server = path.join(folder, "server");
  for (const [file, text] of [
    ["etc/taruva/taruva.env", "SHOP_PROFILE=production\n"],
    ["opt/node/bin/node", '#!/bin/sh\necho "$DATA_DIR $PORT $HOST $INIT_CWD $SHOP_PROFILE: $*"\n'],
    ["opt/taruva/current/none", ""],
  ] as const) {
    mkdirSync(path.join(server, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(server, file), text, { mode: 0o755 });
  }
  const command = path.join(server, "taruva");
  const text = readDeployed("systemd/taruva")
    .replace("runuser -u taruva --", "env")
    .replace("systemctl --quiet is-active", "false");
  writeFileSync(
    command,
    text.replaceAll(/(?<=[ =])\/(etc|opt|var\/lib)\/(taruva|node)(?=\/)/g, `${server}$&`),
    { mode: 0o755 },
  );
  const printed = (port: string) =>
    `${server}/var/lib/taruva/${port} ${port} 127.0.0.1 /srv/taruva/work production: dist/shop/cli.js doctor --into=list.csv\n`;
  expect(run(command, "doctor", "--into=list.csv")).toBe(printed("3001"));
  mkdirSync(path.join(server, "var/lib/taruva/3005"), { recursive: true });
  expect(run(command, "doctor", "--into=list.csv")).toBe(printed("3005"));
  for (const file of ["/root/list.csv", "--into=/tmp/list.csv", "/home/owner/list.csv"])
    expect(() => run(command, "report", "gstr1", file)).toThrow(/cannot reach .*Put files into \/srv/);
});

const FOREIGN = /^(NODE_COMPILE_CACHE|POSTGRES_\w+|DOMAIN)$/;

/** Returns the environment variables set in an environment file, a systemd unit, a Dockerfile or YAML. */
const listNames = (text: string): string[] =>
  [...text.matchAll(/(?:^[#\s]*|[= ])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)(?:=(?!=)|: )/gm)].map(
    ([, name = ""]) => name,
  );

const CARRIERS = [
  "systemd/taruva.env",
  "systemd/taruva@.service",
  "systemd/taruva-desk.service",
  "systemd/credentials.conf",
  "container/Dockerfile",
  "container/compose.yaml",
];

test("every setting in the systemd and container files of deploy/ is a setting of the shop", () => {
  const settings = new Set(settingNames);
  const isKnown = (name: string) => settings.has(name) || settings.has(name.replace(/_FILE$/, ""));
  const namesOfFile = CARRIERS.map((file) => [file, listNames(readDeployed(file))] as const);
  expect(namesOfFile.map(([, names]) => names.filter(isKnown).length).every((count) => count >= 2)).toBe(
    true,
  );
  expect(
    namesOfFile.flatMap(([file, names]) =>
      names.filter((name) => !isKnown(name) && !FOREIGN.test(name)).map((name) => `${file}: ${name}`),
    ),
  ).toEqual([]);
});

test("docs/owners/production.md names every file of deploy/ for systemd, nginx, containers and logrotate", () => {
  const document = readFileSync(path.join(root, "docs/owners/production.md"), "utf8");
  const unnamed = listFiles("deploy/{systemd,nginx,container,logrotate}/*").filter(
    (file) => !document.includes(path.basename(file)),
  );
  expect(unnamed).toEqual([]);
});

test("the container image keeps every folder from which the shop reads files", () => {
  const [, removed = ""] = /&& rm -rf (.+)$/m.exec(readDeployed("container/Dockerfile")) ?? [];
  const folders = listFiles("{platform,server,shop}/**/*.ts")
    .map((file) => readFileSync(path.join(root, file), "utf8"))
    .flatMap((text) => [...text.matchAll(/readFile(?:Sync)?\(\s*resolveFromRoot\("(\w+)\//g)])
    .map(([, folder]) => folder);
  expect(folders).toContain("web");
  expect(folders.filter((folder) => removed.split(" ").includes(folder ?? ""))).toEqual([]);
});

test("every code block in production.md that the owner has to edit has test values, and bash can parse all blocks", () => {
  const blocks = readBlocks(readFileSync(path.join(root, "docs/owners/production.md"), "utf8"));
  const marks = blocks.map(({ mark }) => mark).filter((mark) => mark !== "");
  expect(marks.toSorted()).toEqual(
    ["# back", "# restore", "# upgrade", ...Object.keys(ownValues)].toSorted(),
  );
  for (const { commands } of blocks) run("bash", "-n", "-c", commands);
});
