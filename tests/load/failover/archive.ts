import { writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { findPrograms, runAt } from "../../support/postgres.ts";
import { toNoneFigure, toTimeFigure } from "../scenario.ts";
import { waitUntil } from "../watch.ts";
import type { ClusterNode } from "./node.ts";
import { defineScenario, measurePause } from "./two-shops.ts";

const WRITES_AGAIN_MS = 15_000;
const ARCHIVES_WITHIN_MS = 60_000;
const RESTORED_WITHIN_MS = 60_000;
const RESTORED_PORT = 5499;

export const archive = defineScenario({
  name: "archive",
  summary:
    "the primary is killed while 50 customers order; the next one continues to archive, and the repository contains every order",
  async play(stage) {
    const { cluster, near, customers } = stage;
    const primary = await cluster.findPrimary();
    await callArchive(primary, "stanza-create");
    await callArchive(primary, "check");
    await callArchive(primary, "--type=full", "backup");

    const since = performance.now();
    primary.kill();
    const paused = await measurePause(stage, since);
    const successor = await cluster.findPrimary();
    const isArchiving = () =>
      callArchive(successor, "check").then(
        () => true,
        () => false,
      );
    const archiving = await waitUntil("the next primary archives", isArchiving, 50, ARCHIVES_WITHIN_MS);
    const diffBegan = performance.now();
    await callArchive(successor, "--type=diff", "backup");
    const diffMs = Math.round(performance.now() - diffBegan);
    primary.startPatroni();
    await cluster.waitUntilWhole();

    const acknowledged = customers.seen.checkouts.flatMap(({ orderId }) => orderId ?? []);
    await callArchive(successor, "check"); // closes the log segment and waits until it is archived
    const database = await near.withDatabase(async (db) => {
      const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`);
      return rows[0]?.name ?? "";
    });
    const began = performance.now();
    const restored = new Set(await readRestoredOrders(successor, database));
    const lost = acknowledged.filter((order) => !restored.has(order));
    return [
      toTimeFigure("writes again after the kill", paused, WRITES_AGAIN_MS),
      toTimeFigure("the next primary archives in the same stanza after", archiving, ARCHIVES_WITHIN_MS),
      { what: "differential backup by the next primary", value: diffMs, unit: "ms" },
      { what: "orders acknowledged until the restore", value: acknowledged.length, atLeast: 40 },
      toNoneFigure("of them missing after the restore", lost),
      toTimeFigure("orders restored and read after", performance.now() - began, RESTORED_WITHIN_MS),
    ];
  },
});

const callArchive = (node: ClusterNode, ...words: string[]) =>
  node.run("pgbackrest", "--stanza=taruva", ...words);

async function readRestoredOrders(node: ClusterNode, database: string): Promise<string[]> {
  const data = path.join(node.folder, "restored");
  await callArchive(node, `--pg1-path=${data}`, "--archive-mode=off", "restore");
  const hba = path.join(node.folder, "restored.hba");
  writeFileSync(hba, "local all all trust\n", { mode: 0o644 });
  const settings = [
    `-p ${RESTORED_PORT} -k ${node.folder} -c hba_file=${hba} -c listen_addresses=''`,
    "-c synchronous_standby_names='' -c archive_mode=off",
  ].join(" ");
  const log = path.join(node.folder, "restored.log");
  const control = path.join(findPrograms() ?? "", "pg_ctl");
  await node.run(control, "-D", data, "-l", log, "-w", "-t", "120", "-o", settings, "start");
  const url = `postgres://postgres@localhost:${RESTORED_PORT}/${database}?host=${node.folder}`;
  try {
    const isOpen = async () => {
      const [row] = await runAt(url, "select pg_is_in_recovery() as replays");
      return row?.["replays"] === false;
    };
    await waitUntil("the restored server accepts writes", isOpen, 50, RESTORED_WITHIN_MS);
    return (await runAt(url, "select order_id from orders")).map((row) => String(row["order_id"]));
  } finally {
    await node.run(control, "-D", data, "-m", "immediate", "stop");
  }
}
