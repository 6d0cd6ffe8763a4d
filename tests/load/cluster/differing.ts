import { mkdirSync } from "node:fs";
import path from "node:path";
import { createProductInFolder, writeCatalogueFolder } from "../../support/catalogue-folder.ts";
import { openRazorpayServer } from "../../support/razorpay-server.ts";
import { prepareShop, TEST_SECRET } from "../../support/shop.ts";
import { type Figure, type Scenario, toNoneFigure, toTimeFigure } from "../scenario.ts";
import { type CrowdedCluster, runInCluster } from "./crowded-cluster.ts";

const REFUSED_WITHIN_MS = 20_000;
const OTHER_SECRET = "quite another secret than all the others";

export const differing: Scenario = {
  name: "differing",
  summary: "a process with another secret, other payments, goods or address comes to those that are open",
  threat: "T7",
  engines: ["server"],
  inShortForm: false,
  async run() {
    const razorpay = await openRazorpayServer();
    const refused: [what: string, settings: Record<string, string>, reason: string][] = [
      ["another SHOP_SECRET", { SHOP_SECRET: OTHER_SECRET }, "SHOP_SECRET is not the one of"],
      ["no SHOP_SECRET", { SHOP_SECRET: "" }, "SHOP_SECRET is not the one of"],
      ["another provider", razorpay.settings, "would take Razorpay in test mode"],
    ];
    try {
      return await runInCluster({ size: 2 }, async (cluster) => {
        const figures: Figure[] = [];
        for (const [what, settings, reason] of refused) {
          const began = performance.now();
          const error = await openBeside(cluster, settings).then(() => "it opened", String);
          figures.push(
            toNoneFigure(`${what}: not refused`, error.includes(reason) ? [] : [error]),
            toTimeFigure("refused after", performance.now() - began, REFUSED_WITHIN_MS),
          );
        }
        return [...figures, ...(await proveNamedDifferences(cluster))];
      });
    } finally {
      await razorpay.close();
    }
  },
};

/** `check` names the differences that are allowed: other products, another address, a secret that is being changed. */
async function proveNamedDifferences(cluster: CrowdedCluster): Promise<Figure[]> {
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
  const { output: after } = await cluster.shop.operator("check", "--offline", "--json");
  const missing = ["SHOP_SECRET", "PUBLIC_URL", "CATALOGUE_DIR"].filter((name) => !about.includes(name));
  return [
    toNoneFigure("differences that check does not name", missing),
    toNoneFigure("differences named after it has left", /processes differ/.exec(after) ?? []),
  ];
}

let count = 0;

/** Opens one more process of the cluster, not behind its nginx. @throws if it does not open */
async function openBeside({ databaseUrl, settings, processes }: CrowdedCluster, own: Record<string, string>) {
  const folder = path.join(path.dirname(processes[0]?.dataDir ?? ""), `other-${++count}`);
  mkdirSync(folder, { mode: 0o700 });
  const other = await prepareShop("server", { ...settings, ...own }, { folder, databaseUrl });
  await other.shop.open();
  return other;
}
