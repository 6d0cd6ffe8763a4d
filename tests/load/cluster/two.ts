import type { Scenario } from "../scenario.ts";
import { openPostOffices } from "./claimed.ts";
import { proveChanges } from "./changes.ts";
import { proveKill } from "./killed.ts";
import { proveMails } from "./mails.ts";
import { runInCluster } from "./run-in-cluster.ts";

const SIZE = 2;
const BUYERS = 40;
const MAILS = 200;

/** The short form, for `npm test`: the same proofs in small, on one cluster. */
export const two: Scenario = {
  name: "two",
  summary: "two processes share mails, hear each other, and one is killed during checkouts",
  threat: "T25",
  engines: ["server"],
  inShortForm: true,
  onlyByName: true,
  async run(run) {
    const post = await openPostOffices(SIZE);
    try {
      return await runInCluster(
        { size: SIZE, customers: BUYERS + MAILS, settingsOf: post.settingsOf },
        async (cluster) => [
          ...(await proveMails(run, cluster, post, cluster.customers.slice(BUYERS))),
          ...(await proveChanges(run, cluster, 1)),
          ...(await proveKill(run, cluster, { round: 0, buyers: BUYERS })),
        ],
      );
    } finally {
      await post.close();
    }
  },
};
