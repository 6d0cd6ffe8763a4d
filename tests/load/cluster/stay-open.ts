import { once } from "node:events";
import { explainNoCluster, prepareCluster } from "../../support/cluster.ts";
import { startPostgres } from "../../support/postgres.ts";
import { SIZE } from "./run-in-cluster.ts";

/** Opens a cluster to look at, until Ctrl-C. */
export async function stayOpen(): Promise<never> {
  const postgres = await startPostgres();
  const reason = "reason" in postgres ? postgres.reason : explainNoCluster();
  if (reason !== null || "reason" in postgres) {
    say(`There can be no cluster: ${reason}`);
    process.exit(1);
  }
  process.env["TEST_POSTGRES_URL"] = postgres.url;
  const cluster = await prepareCluster({ size: SIZE, settings: { DRAIN_SECONDS: "2" } });
  await cluster.shop.open();
  say(`\n  The shop is open at ${cluster.shop.url}, behind nginx\n  PostgreSQL: ${cluster.databaseUrl}`);
  for (const [index, { url, dataDir, pid }] of cluster.processes.entries())
    say(`  Process ${index + 1}: ${url}  pid ${pid()}  DATA_DIR=${dataDir}`);
  say(`  Operator: DATA_DIR=${cluster.shop.dataDir} npm run shop -- check\n  Ctrl-C ends all of it.\n`);
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  say("  Closing …");
  // A terminal's Ctrl-C has reached the processes as well.
  await cluster.close().catch(() => {});
  await postgres.stop();
  process.exit(0);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
