import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import path from "node:path";
import {
  type Cluster,
  type ClusterOptions,
  explainNoCluster,
  prepareCluster,
} from "../../support/cluster.ts";
import { killAtExit } from "../../support/processes.ts";
import type { Shop } from "../../support/journey-shop.ts";
import { type Member, seed, writeRareProducts } from "../crowded-shop.ts";
import { type Figure, type Outcome, pickWorst, type Scenario, toNoneFigure } from "../scenario.ts";

export const SIZE = 3;

export interface CrowdedCluster extends Cluster {
  customers: Member[];
}

interface Options extends Partial<ClusterOptions> {
  customers?: number;
  rounds?: number;
}

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

export async function command(shop: Shop, ...words: string[]): Promise<void> {
  const { code, output } = await shop.operator(...words);
  if (code !== 0) throw new Error(output);
}

export const journeys: Scenario = {
  name: "journeys",
  summary: "the browser journeys with three processes behind nginx",
  engines: ["server"],
  async run({ postgres }) {
    const reason = explainNoCluster();
    if (reason !== null) return { skipped: reason };
    const playwright = "node_modules/@playwright/test/cli.js";
    const child = spawn(process.execPath, [playwright, "test", "--project", "cluster"], {
      cwd: path.resolve(import.meta.dirname, "../../.."),
      env: { ...process.env, NODE_ENV: "test", JOURNEYS_ON: "cluster", TEST_POSTGRES_URL: postgres?.url },
      stdio: "inherit",
    });
    killAtExit(child, "SIGTERM");
    const [code] = (await once(child, "close")) as [number];
    return [{ what: "runs of the journeys that failed", value: code === 0 ? 0 : 1, atMost: 0 }];
  },
};
