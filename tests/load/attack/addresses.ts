import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { toNoneFigure, type Scenario } from "../scenario.ts";
import { formatCounts, sendHit, sendVolley } from "./calls.ts";
import { runInShop } from "./attacked-shop.ts";

const CANARY = "what nobody may read";

const CLIMBS = [
  "../",
  "..%2f",
  "%2e%2e/",
  "%2e%2e%2f",
  "..%5c",
  "..\\",
  "....//",
  "../",
  "..;/",
  "..%252f",
  "%252e%252e%252f",
  "..%c0%af",
  "%c0%ae%c0%ae/",
  "..%00/",
  "..%0d%0a/",
  "trays/../../",
  "trays/..%2f..%2f",
  "/",
  "//",
  "%2f",
  "file:///",
  "C:%5c",
  "~/",
  "\\\\127.0.0.1\\",
  "..%u2215",
];

const TARGETS = ["secret.jpg", "secret.jpg%00.jpg", "pg/PG_VERSION", "etc/passwd"];

const STARTS = ["/uploads/", "/videos/", "/pictures/products/", "/assets/"];

export const paths: Scenario = {
  name: "paths",
  summary: "400 paths that lead out of the folders of files",
  threat: "T19",
  engines: ["embedded"],
  inShortForm: true,
  run: (run) =>
    runInShop(run, {}, async (shop) => {
      mkdirSync(path.join(shop.dataDir, "uploads/trays"), { recursive: true });
      writeFileSync(path.join(shop.dataDir, "secret.jpg"), CANARY);
      writeFileSync(path.join(shop.dataDir, "uploads/trays/open.jpg"), "a picture");
      const all = STARTS.flatMap((start) =>
        CLIMBS.flatMap((climb) => TARGETS.map((target) => start + climb + target)),
      );
      const hits = await sendVolley(all, 50, (each) => sendHit(shop.url, { path: each }));
      const open = await sendHit(shop.url, { path: "/uploads/trays/open.jpg" });
      run.say(formatCounts(hits));
      const served = all.filter((_, index) => ![400, 404, 414].includes(hits[index]?.status ?? 0));
      const leaked = all.filter((_, index) => hits[index]?.text.includes(CANARY));
      return [
        { what: "paths", value: all.length, atLeast: 200 },
        toNoneFigure("paths answered otherwise than 404 or 400", served),
        toNoneFigure("paths that told what nobody may read", leaked),
        { what: "a plain upload is served", value: open.status, atLeast: 200, atMost: 200 },
      ];
    }),
};
