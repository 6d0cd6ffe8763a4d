import { mkdirSync } from "node:fs";
import path from "node:path";
import { createProductInFolder, writeCatalogueFolder } from "../../support/catalogue-folder.ts";
import { openRazorpayServer } from "../../support/razorpay-server.ts";
import { prepareShop, TEST_SECRET } from "../../support/shop.ts";
import { type Figure, type Scenario, toTimeFigure } from "../scenario.ts";
import { type CrowdedCluster, runInCluster } from "./run-in-cluster.ts";

const REFUSED_WITHIN_MS = 20_000;
const OTHER_SECRET = "quite another secret than all the others";

export const differing: Scenario = {
  name: "differing",
  summary: "a process with another secret, other payments, goods or address comes to those that are open",
  threat: "T7",
  engines: ["server"],
  inShortForm: false,
  async run(run) {
    const razorpay = await openRazorpayServer();
    try {
      return await runInCluster({ size: 2 }, async (cluster) => {
        const figures: Figure[] = [];
        for (const { what, settings, reason } of listRefused(razorpay.settings)) {
          const began = performance.now();
          const error = await openBeside(cluster, settings).then(() => "it opened", String);
          const isRefused = error.includes(reason);
          run.say(`${what}: ${isRefused ? reason : error}`);
          figures.push(
            { what: `${what}: not refused`, value: isRefused ? 0 : 1, atMost: 0 },
            toTimeFigure("refused after", performance.now() - began, REFUSED_WITHIN_MS),
          );
        }
        return [...figures, ...(await findOthers(cluster))];
      });
    } finally {
      await razorpay.close();
    }
  },
};

const listRefused = (razorpay: Record<string, string>) => [
  {
    what: "another SHOP_SECRET",
    settings: { SHOP_SECRET: OTHER_SECRET },
    reason: "SHOP_SECRET is not the one of",
  },
  { what: "no SHOP_SECRET", settings: { SHOP_SECRET: "" }, reason: "SHOP_SECRET is not the one of" },
  { what: "another provider", settings: razorpay, reason: "would take Razorpay in test mode" },
];

/** Proves that `check` names allowed differences: other goods, another address, a secret that is being changed. */
async function findOthers(cluster: CrowdedCluster): Promise<Figure[]> {
  const CATALOGUE_DIR = await writeCatalogueFolder((files) => {
    files["products.json"].push(createProductInFolder("another-bowl", { stock: 1 }));
  });
  const other = await openBeside(cluster, {
    CATALOGUE_DIR,
    PUBLIC_URL: "https://www.shop.example",
    SHOP_SECRET: OTHER_SECRET,
    SHOP_SECRET_PREVIOUS: TEST_SECRET,
  });
  const { output } = await other.shop.operator("check", "--offline", "--json");
  const about = (JSON.parse(output) as { about: string; what: string }[])
    .filter(({ what }) => /the open processes differ|not known yet/.test(what))
    .map((finding) => finding.about);
  await other.close();
  const { output: without } = await cluster.shop.operator("check", "--offline", "--json");
  const missing = ["SHOP_SECRET", "PUBLIC_URL", "CATALOGUE_DIR"].filter((name) => !about.includes(name));
  return [
    { what: "differences that check does not name", value: missing.length, atMost: 0, details: missing },
    {
      what: "differences named after it has left",
      value: /processes differ/.test(without) ? 1 : 0,
      atMost: 0,
    },
  ];
}

let number = 0;

/** One more process of the cluster, not behind its nginx. @throws when it does not open */
async function openBeside({ databaseUrl, settings, processes }: CrowdedCluster, own: Record<string, string>) {
  const folder = path.join(path.dirname(processes[0]?.dataDir ?? ""), `other-${++number}`);
  mkdirSync(folder, { mode: 0o700 });
  const other = await prepareShop("server", { ...settings, ...own }, { folder, databaseUrl });
  await other.shop.open();
  return other;
}
