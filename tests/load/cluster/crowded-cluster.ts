import { once } from "node:events";
import { rmSync } from "node:fs";
import {
  type Cluster,
  type ClusterOptions,
  explainNoCluster,
  prepareCluster,
} from "../../support/cluster.ts";
import { startPostgres } from "../../support/postgres.ts";
import type { Shop } from "../../support/shop.ts";
import { type Member, seed, writeRareProducts } from "../crowded-shop.ts";
import { type Figure, type Outcome, pickWorst, toNoneFigure } from "../scenario.ts";

/** The default number of processes in a cluster. */
export const SIZE = 3;

export interface CrowdedCluster extends Cluster {
  customers: Member[];
}

interface Options extends Partial<ClusterOptions> {
  /** Number of signed-in customers. */
  customers?: number;
  /** Number of rounds, each with a different rare product. */
  rounds?: number;
}

/** Runs `work` in a new cluster. Returns the worst value of each figure. */
export async function runInCluster(
  { size = SIZE, customers = 0, rounds = 1, settings = {}, ...options }: Options,
  work: (cluster: CrowdedCluster) => Promise<Figure[]>,
): Promise<Outcome> {
  const reason = explainNoCluster();
  if (reason !== null) return { skipped: reason };
  const CATALOGUE_DIR = await writeRareProducts(rounds);
  const cluster = await prepareCluster({ size, settings: { CATALOGUE_DIR, ...settings }, ...options });
  let figures: Figure[] | null = null;
  try {
    await cluster.shop.open();
    const members = await cluster.shop.withDatabase((db) => seed(db, customers));
    figures = await work({ ...cluster, customers: members });
  } finally {
    const errors = await cluster.close().then(
      () => [],
      (cause: unknown) => [String(cause)],
    );
    figures?.push(toNoneFigure("processes that did not shut down cleanly", errors));
    rmSync(CATALOGUE_DIR, { recursive: true, force: true });
  }
  return pickWorst(figures);
}

export const getPort = ({ url }: Pick<Shop, "url">): number => Number(new URL(url).port);

/** Runs an owner's command. @throws with its output if its exit code is not 0 */
export async function command(shop: Shop, ...words: string[]): Promise<void> {
  const { code, output } = await shop.operator(...words);
  if (code !== 0) throw new Error(output);
}

/** Keeps a cluster running until Ctrl-C. */
export async function stayOpen(): Promise<never> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const postgres = await startPostgres();
  const reason = "reason" in postgres ? postgres.reason : explainNoCluster();
  if (reason !== null || "reason" in postgres) {
    say(`A cluster cannot run here: ${reason}`);
    process.exit(1);
  }
  process.env["TEST_POSTGRES_URL"] = postgres.url;
  const { shop, processes, databaseUrl, close } = await prepareCluster({ size: SIZE });
  await shop.open();
  say(`\n  The shop is open at ${shop.url}, behind nginx\n  PostgreSQL: ${databaseUrl}`);
  for (const [index, { url, dataDir, pid }] of processes.entries())
    say(`  Process ${index + 1}: ${url}  pid ${pid()}  DATA_DIR=${dataDir}`);
  say(`  Operator: DATA_DIR=${shop.dataDir} npm run shop -- check\n  Ctrl-C ends all of it.\n`);
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  await close().catch(() => {}); // a Ctrl-C in a terminal also ends the processes
  await postgres.stop();
  process.exit(0);
}
