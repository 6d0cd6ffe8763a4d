import { execFile } from "node:child_process";
import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { getBundledArguments } from "../../scripts/build.mjs";
import { type Block, readBlocks } from "../load/production/document.ts";
import { expect, prepareShop, test } from "../support/shop.ts";
import { registerBuyer } from "../support/visitors.ts";

/*
 * Runs the backup commands of docs/owners/production.md exactly as written there, with the installed rsync. These
 * journeys always use the embedded engine.
 */

const root = path.resolve(import.meta.dirname, "../..");
const blocks = readBlocks(readFileSync(path.join(root, "docs/owners/production.md"), "utf8"));

test(
  "the documented commands create a key, create, copy and verify an encrypted backup, and restore it (T29)",
  { tag: ["@one-process", "@front", "@long"] },
  async () => {
    test.setTimeout(240_000);
    const { shop, close } = await prepareShop("embedded");
    const machine = layMachine(shop.dataDir);
    try {
      await shop.open();
      const { email, password } = await registerBuyer(shop.url, "backup");
      expect(await shop.end("SIGTERM")).toBe(0);
      const [keys, sending, sent] = blocks.filter(({ heading }) => heading === "Backups off the machine");
      const restore = blocks.find(({ mark }) => mark === "# restore");
      await machine.type(keys);
      await machine.type(sending);
      expect(await machine.type(sent)).toContain(".backup.gz.age is complete.");
      const [copy = "", ...others] = readdirSync(machine.elsewhere);
      expect([copy, others]).toEqual([expect.stringMatching(/^taruva-.*\.backup\.gz\.age$/), []]);
      expect(await machine.prune()).toBe("");

      rmSync(path.join(shop.dataDir, "pg"), { recursive: true });
      expect(await machine.type(restore)).toContain("is restored from the backup.");
      await shop.open();
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ email, password });
      const login = await fetch(`${shop.url}/api/auth/login`, { method: "POST", headers, body });
      expect(login.status).toBe(200);
    } finally {
      await close();
      machine.remove();
    }
  },
);

/**
 * Creates the folders of a server, and programs `taruva` and `systemctl` that use them. `systemctl` reports the shop as
 * stopped.
 */
function layMachine(dataDir: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-machine-"));
  const at = (name: string) => path.join(folder, name);
  for (const name of ["bin", "etc", "work", "backups", "elsewhere"]) mkdirSync(at(name), { mode: 0o700 });
  const settings = `DATA_DIR=${dataDir}\nINIT_CWD=${at("work")}\nSHOP_PROFILE=demo\nNODE_ENV=production\n`;
  writeFileSync(at("etc/taruva.env"), settings);
  const place = (commands: string) =>
    commands
      .replaceAll("/var/backups/taruva", at("backups"))
      .replaceAll("/srv/taruva/work", at("work"))
      .replaceAll("/usr/local/bin/taruva", at("bin/taruva"))
      .replaceAll("/etc/taruva", at("etc"))
      .replaceAll("/opt/taruva/current", root)
      .replaceAll("/etc/systemd/system/", at("etc"))
      .replaceAll("backup@elsewhere.example:taruva/", `${at("elsewhere")}/`);
  const service = readFileSync(path.join(root, "deploy/systemd/taruva-backup.service"), "utf8");
  const starts = [...service.matchAll(/^ExecStart=(.*)$/gm)].map(([, command = ""]) => place(command));
  const programs = {
    taruva: `set -a; . ${at("etc/taruva.env")}; set +a; cd ${root}; exec ${[process.execPath, ...getBundledArguments("cli")].join(" ")} "$@"`,
    systemctl: `[ "$*" != "start taruva-backup.service" ] || { ${starts.join(" && ")}; }`,
    "systemd-analyze": ":",
  };
  for (const [name, text] of Object.entries(programs))
    writeFileSync(at(`bin/${name}`), `#!/bin/sh\nset -eu\n${text}\n`, { mode: 0o700 });
  const env = { ...process.env, PATH: `${at("bin")}:${process.env["PATH"]}` };
  const run = async (text: string) => {
    const { stdout } = await promisify(execFile)("sh", ["-c", `set -eu\n${text}`], { cwd: folder, env });
    return stdout;
  };
  return {
    elsewhere: at("elsewhere"),
    type: (block: Block | undefined) => run(place(block?.commands ?? "exit 9")),
    prune: () => run(`sh ${root}/deploy/backup/prune-backups ${at("elsewhere")} 48h,7d,5w,12m`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
