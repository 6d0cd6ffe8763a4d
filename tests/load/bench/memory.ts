import { setTimeout as pause } from "node:timers/promises";
import { getPictureHref, type PictureFormat, type PictureRef } from "#contract/picture.ts";
import type { Engine } from "#platform/database/database.ts";
import { listProducts } from "#shop/catalogue/endpoints.ts";
import { prepareShop, type Shop } from "../../support/shop.ts";
import { repeatTimes } from "../attack/calls.ts";
import { seed } from "../chaos/seed-crowd.ts";
import { type Figure, type Scenario, type ScenarioRun, toNoneFigure } from "../scenario.ts";
import { sendVisits } from "./customers.ts";
import { buildOrderVisit } from "./visit-calls.ts";
import { readResident, watchHighest } from "./resident.ts";
import { createSmallMachine } from "./small-machine.ts";
import { visit } from "./visitors.ts";

/** In MB; what has none is only printed. */
const GOALS: Record<Engine, Record<string, number>> = {
  server: { idle: 150, "after all pictures": 200, "after the load": 260 },
  embedded: { "highest at the first start": 600, idle: 400, "idle after the first start": 400 },
};

/** The memory of a machine of 1 GB beside its system. */
const SMALL_MACHINE_MB = 768;

const ORDERS = 1_000;
const PAGES = 3_000;
/** Until the process that made pictures has ended, and the engine and V8 have tidied up. */
const SETTLES_MS = 30_000;
const FORMATS: readonly PictureFormat[] = ["avif", "webp", "jpg"];

export const memory: Scenario = {
  name: "memory",
  summary: "what the shop holds at its first start, idle, after every picture, and after pages and orders",
  engines: ["server", "embedded"],
  inShortForm: false,
  async run(run) {
    if (process.platform !== "linux") return { skipped: "Only Linux says what a process holds." };
    const machine = run.engine === "embedded" ? createSmallMachine(SMALL_MACHINE_MB) : null;
    if (run.engine === "embedded" && !machine) run.say("No limit of memory: this user may not set one.");
    const { shop, close } = await prepareShop(run.engine, { TRUST_PROXY: "127.0.0.1", LOG_LEVEL: "warn" });
    const open = async (): Promise<() => number> => {
      const opening = shop.open();
      machine?.add(shop.pid());
      const readHighest = watchHighest(shop.pid());
      await opening;
      return readHighest;
    };
    try {
      const figures = await measure(run, shop, open);
      return machine
        ? [
            ...figures,
            { what: `processes killed in ${SMALL_MACHINE_MB} MB`, value: machine.countKilled(), atMost: 0 },
            { what: "most memory in use there, cached files included", value: machine.highest(), unit: "MB" },
          ]
        : figures;
    } finally {
      await close();
      machine?.remove();
    }
  },
};

async function measure(run: ScenarioRun, shop: Shop, open: () => Promise<() => number>): Promise<Figure[]> {
  const look = (what: string): Figure => {
    const { rss, pss } = readResident(shop.pid());
    run.say(`${what}: ${rss} MB, ${pss} MB with shared pages shared out`);
    return judge(run.engine, what, rss);
  };
  const readHighest = await open();
  await pause(SETTLES_MS);
  const highest = judge(run.engine, "highest at the first start", readHighest());
  const afterFirst = look("idle after the first start");
  await shop.end("SIGTERM");
  const members = await shop.withDatabase((db) => seed(db, ORDERS));
  await shop.end("SIGTERM");
  await open();
  await (await fetch(shop.url)).text();
  await pause(SETTLES_MS);
  const idle = look("idle");

  const missing = await fetchPictures(shop);
  await pause(SETTLES_MS);
  const afterPictures = look("after all pictures");

  const port = Number(new URL(shop.url).port);
  const visited = await visit({ port, path: "/", count: PAGES, atOnce: 32 });
  const bought = await sendVisits(shop, members, { atOnce: 50, buildVisit: buildOrderVisit });
  await pause(SETTLES_MS);
  return [
    highest,
    afterFirst,
    idle,
    afterPictures,
    look("after the load"),
    toNoneFigure("pictures, pages and orders refused", [
      ...missing,
      ...bought.refused,
      ...(visited.failed > 0 ? [`${visited.failed} pages`] : []),
    ]),
  ];
}

function judge(engine: Engine, what: string, value: number): Figure {
  const atMost = GOALS[engine][what];
  return { what, value: Math.round(value), unit: "MB", ...(atMost !== undefined && { atMost }) };
}

/** Asks for every picture of the products in every width and format, and returns those that did not come. */
async function fetchPictures(shop: Shop): Promise<string[]> {
  const products: unknown = await (await fetch(shop.url + listProducts.path)).json();
  const pictures = findPictures(products).flatMap((picture) =>
    (picture.widths ?? []).flatMap((width) =>
      FORMATS.map((format) => getPictureHref(picture, width, format)),
    ),
  );
  const missing: string[] = [];
  const left = [...new Set(pictures)];
  const fetchNext = async (): Promise<void> => {
    for (let picture = left.pop(); picture !== undefined; picture = left.pop()) {
      const answer = await fetch(shop.url + picture);
      await answer.arrayBuffer();
      if (!answer.ok) missing.push(picture);
    }
  };
  await Promise.all(repeatTimes(6, fetchNext));
  return missing;
}

function findPictures(value: unknown): PictureRef[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "src" in value && "widths" in value ? [value as PictureRef] : [];
  return [...own, ...Object.values(value).flatMap(findPictures)];
}
