import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Shop } from "../../support/journey-shop.ts";
import type { RoundResult } from "../checkout.ts";
import { runInCrowdedShop } from "../crowded-shop.ts";
import { playRound, waitForOrders } from "../ledger.ts";
import { type Scenario, toNoneFigure, toTimeFigure } from "../scenario.ts";
import { look, waitUntilServed } from "../watch.ts";

const DISK_MIB = 256;
/** Free space of the disk in MiB: enough for orders but not for a backup. */
const TOO_SMALL_FOR_BACKUP_MIB = 90;
const BUYERS = 100;
const FULL_MS = 8_000;
const SERVING_WITHIN_MS = 60_000;

export const diskFull: Scenario = {
  name: "disk-full",
  summary: "the disk of the data folder is full for a while, during checkouts",
  threat: "T25",
  engines: ["embedded"],
  async run(run) {
    const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-disk-"));
    const trouble = mountSmallDisk(folder);
    if (trouble !== null) {
      rmSync(folder, { recursive: true, force: true });
      return { skipped: trouble };
    }
    const remove = () => {
      // Tries three times, because a Ctrl+C that ends this program may also end `umount`.
      for (let attempt = 0; attempt < 3 && spawnSync("umount", ["--lazy", folder]).status !== 0; attempt++);
      rmSync(folder, { recursive: true, force: true });
    };
    process.once("exit", remove); // runs even if the program is interrupted
    try {
      return await runInCrowdedShop(run, { folder, buyers: BUYERS }, ({ shop, listBuyers, rareIn }) => {
        const plan = {
          shop,
          buyers: listBuyers(0),
          rareId: rareIn(0),
          come: waitForOrders(5),
          losesAnswers: true,
        };
        return playRound(run, plan, (seen) => fillDisk(shop, folder, seen));
      });
    } finally {
      process.off("exit", remove);
      remove();
    }
  },
};

async function fillDisk(shop: Shop, folder: string, seen: RoundResult) {
  const pid = shop.pid();
  const first = fill(folder, TOO_SMALL_FOR_BACKUP_MIB);
  const early = await shop.operator("backup", "create");
  const rest = fill(folder, 0);
  const backup = await shop.operator("backup", "create");
  await sleep(FULL_MS);
  const readiness = await look(shop.url, "/readyz");
  const list = await look(shop.url, "/api/products/list/");
  const acknowledgedBefore = seen.acknowledged;
  for (const ballast of [first, rest]) rmSync(ballast);
  const serving = await waitUntilServed(shop.url, "/readyz", "", SERVING_WITHIN_MS);
  const begun = [early, backup].filter(
    ({ code, output }) => code === 0 || !output.includes("not enough space"),
  );
  const figures = [
    toNoneFigure(
      "backups that started without enough space",
      begun.map(({ output }) => output),
    ),
    { what: "remaining copies and unfinished backups", value: countLeft(shop), atMost: 0 },
    { what: "the process continued", value: isAlive(pid) ? 1 : 0, atLeast: 1 },
    { what: "products readable while the disk was full", value: list.status === 200 ? 1 : 0, atLeast: 1 },
    { what: "ready while the disk was full", value: readiness.status === 200 ? 1 : 0, atMost: 0 },
    toTimeFigure("serving again after space was freed", serving, SERVING_WITHIN_MS),
  ];
  const summary = `/readyz while full: ${readiness.status || "no answer"}; ${acknowledgedBefore} orders before space was freed`;
  return { figures, summary };
}

function mountSmallDisk(folder: string): string | null {
  if (process.platform !== "linux") return "a small disk is only made on Linux";
  if (process.getuid?.() !== 0) return "only root may mount a small disk";
  try {
    const options = ["-t", "tmpfs", "-o", `size=${DISK_MIB}m,mode=0700`, "tmpfs", folder];
    execFileSync("mount", options, { stdio: "pipe" });
    return null;
  } catch (cause) {
    return `no disk could be mounted: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}

const countLeft = ({ dataDir }: Shop): number =>
  readdirSync(dataDir, { recursive: true, encoding: "utf8" }).filter((name) =>
    /pg\.copy|unfinished/.test(name),
  ).length;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function fill(folder: string, leaveMib: number): string {
  const ballast = path.join(folder, `ballast-${leaveMib}`);
  const { bavail, bsize } = statfsSync(folder);
  try {
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leaveMib * 1024 * 1024)));
  } catch {
    // Writing this file fails if the shop has filled the disk in the meantime. The disk is full then, as intended.
  }
  return ballast;
}
