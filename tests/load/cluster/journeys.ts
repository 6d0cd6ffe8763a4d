import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { explainNoCluster } from "../../support/cluster.ts";
import type { Scenario } from "../scenario.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const PLAYWRIGHT = "node_modules/@playwright/test/cli.js";

export const journeys: Scenario = {
  name: "journeys",
  summary: "the journeys of the browser through three processes behind nginx",
  engines: ["server"],
  inShortForm: false,
  async run({ postgres }) {
    const reason = explainNoCluster();
    if (reason !== null) return { skipped: reason };
    const child = spawn(process.execPath, [PLAYWRIGHT, "test", "--project", "cluster"], {
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: "test", JOURNEYS_ON: "cluster", TEST_POSTGRES_URL: postgres?.url },
      stdio: "inherit",
    });
    const endChild = () => child.kill("SIGTERM");
    process.once("exit", endChild);
    const [code] = (await once(child, "close")) as [number];
    process.off("exit", endChild);
    return [{ what: "runs of the journeys that failed", value: code === 0 ? 0 : 1, atMost: 0 }];
  },
};
