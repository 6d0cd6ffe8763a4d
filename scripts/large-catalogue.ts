import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cp, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { links } from "#contract/links.ts";
import { createOperatorAddress } from "#platform/operator/operator-address.ts";
import { sendCommand } from "../server/cli/send-command.ts";

// node scripts/large-catalogue.ts [count]: opens a built shop on an empty data folder and imports a spreadsheet of
// 10,000 products. Measures the import, its additional memory, and the pages of a shop of that size.

const COUNT = Number(process.argv[2] ?? 10_000);
const MAX_SECONDS = 60;
const MAX_MB = 512;
const COLUMNS =
  "slug,title,category,subcategory,collection,materials,size,price,originalPrice,discount,stock,description,images,alt,createdAt,sales,sku";

const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-large-"));
const catalogueDir = path.join(folder, "catalogue");
const dataDir = path.join(folder, "data");
await cp("catalogue", catalogueDir, { recursive: true });
const list = path.join(folder, "goods.csv");
await writeFile(list, await writeSpreadsheet());

const port = await findFreePort();
const origin = `http://127.0.0.1:${port}`;
let shop = open();
await openShop();
// The first start creates the database, which must not be measured.
await closeShop();
shop = open();
try {
  await openShop();
  const previous = readMemory("VmRSS");
  const imported = await importList();
  const peak = readMemory("VmHWM");
  console.log(`${COUNT} products, ${readFileSync(list).length >> 10} KB of CSV`);
  console.log(`import        ${imported.toFixed(1)} s (at most ${MAX_SECONDS} s)`);
  console.log(
    `memory        ${previous} MB before, ${peak} MB at most: ${peak - previous} MB more (at most ${MAX_MB} MB)`,
  );
  await importList("again, nothing changed");
  await measurePages();
  console.log(`memory        ${readMemory("VmRSS")} MB after the pages, ${readMemory("VmHWM")} MB at most`);
  if (imported > MAX_SECONDS || peak - previous > MAX_MB) process.exitCode = 1;
} finally {
  await closeShop();
  rmSync(folder, { recursive: true });
}

/** The products of the catalogue, repeated under other names and prices. */
async function writeSpreadsheet(): Promise<string> {
  const samples = JSON.parse(await readFile("catalogue/products.json", "utf8")) as readonly Sample[];
  const rows = Array.from({ length: COUNT }, (_, at) =>
    listCells(samples[at % samples.length] as Sample, at)
      .map((cell) => `"${String(cell).replaceAll('"', '""')}"`)
      .join(","),
  );
  return [COLUMNS, ...rows].join("\n");
}

const listCells = (sample: Sample, at: number): (string | number)[] => [
  `${sample.slug}-${at}`,
  `${sample.title} ${at}`,
  sample.category,
  sample.subcategory,
  sample.collection ?? "",
  sample.materials.join("|"),
  sample.size.map(({ L, B, H }) => `${L}x${B}x${H}`).join("|"),
  sample.price + (at % 500),
  "",
  "",
  at % 3 === 0 ? 5 : "",
  sample.description,
  sample.images.join("|"),
  sample.alt.join("|"),
  sample.createdAt,
  at % 97,
  `SKU-${at}`,
];

interface Sample {
  slug: string;
  title: string;
  category: string;
  subcategory: string;
  collection?: string;
  materials: string[];
  size: { L: number; B: number; H: number }[];
  price: number;
  description: string;
  images: string[];
  alt: string[];
  createdAt: string;
}

function open() {
  return spawn(process.execPath, ["server/main.ts"], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      CATALOGUE_DIR: catalogueDir,
      PICTURES_WARM: "off",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function closeShop(): Promise<void> {
  shop.kill("SIGTERM");
  await once(shop, "exit");
}

function openShop(): Promise<void> {
  return new Promise((resolve, reject) => {
    shop.stdout.on("data", (chunk: Buffer) => {
      if (chunk.toString().includes(`is open at ${origin}`)) resolve();
    });
    shop.once("exit", () => reject(new Error("The shop did not open.")));
  });
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

async function importList(what = ""): Promise<number> {
  const began = performance.now();
  const reply = await sendCommand(
    createOperatorAddress(dataDir),
    {
      noun: "products",
      verb: "import",
      args: { list },
      options: {},
      folder,
      osUser: "bench",
      confirmed: true,
    },
    ({ progress, done }) => {
      if (what === "" && process.env["VERBOSE"]) console.log(progress, done, readMemory("VmRSS"));
    },
  );
  const seconds = (performance.now() - began) / 1000;
  if (reply.outcome !== "done") throw new Error(JSON.stringify(reply));
  if (what) console.log(`import        ${seconds.toFixed(1)} s (${what})`);
  return seconds;
}

/** In MB: current (VmRSS) or maximum (VmHWM); 0 if the system does not report it. */
function readMemory(kind: "VmRSS" | "VmHWM"): number {
  try {
    const status = readFileSync(`/proc/${shop.pid}/status`, "utf8");
    return Math.round(Number(new RegExp(`${kind}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/** Measures the first request of each page and a second one, which is cached. */
async function measurePages(): Promise<void> {
  const addresses = [
    links.home,
    links.products(),
    links.products({ page: 200 }),
    links.products({
      subcategory: "Tray",
      material: "Teak wood",
      minPrice: 500,
      sortOption: "Price low to high",
    }),
    links.product("mango-round-tray-2"),
    "/sitemap.xml",
    "/api/products/list/",
    "/api/products/listByCategory?page=1&limit=24",
    "/api/products/search?q=trya%20teek",
    "/api/products/complements/mango-round-tray-2",
    "/api/storefront",
  ];
  for (const address of addresses) {
    const [first, again] = [await timeCall(origin + address), await timeCall(origin + address)];
    console.log(
      `${first.status} ${first.ms.toFixed(0).padStart(6)} ms  ${again.ms.toFixed(0).padStart(4)} ms again  ${String(first.kb).padStart(6)} KB  ${address}`,
    );
  }
}

async function timeCall(address: string) {
  const began = performance.now();
  const answer = await fetch(address, { headers: { "accept-encoding": "br" } });
  const body = await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - began, kb: body.byteLength >> 10 };
}
