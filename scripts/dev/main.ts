// npm run dev, once the packages are there: the shop from its sources. Web files are Vite's, which lives inside it.

import path from "node:path";
import { createFilesPrivately } from "#platform/private-files.ts";
import { superviseShop } from "./supervise-shop.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const SERVER_PARTS = /\.(ts|sql)$/;
const NO_PARTS = /\.test\.ts$|[\\/]web[\\/]/;

createFilesPrivately(); // those of the database are made here
const shop = superviseShop({
  entry: path.join(ROOT, "server/main.ts"),
  wanted: ["vite"],
  watched: ["contract", "platform", "server", "shop", "migrations"].map((folder) => path.join(ROOT, folder)),
  isPart: (file) => SERVER_PARTS.test(file) && !NO_PARTS.test(file.slice(ROOT.length)),
  env: {
    ...process.env,
    NODE_ENV: "development",
    NODE_COMPILE_CACHE: path.join(ROOT, ".cache/compiled"),
  },
  say: (line) => process.stderr.write(`${line}\n`),
});

let isLeaving = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (isLeaving) return;
    isLeaving = true;
    void shop.close().then((code) => process.exit(code));
  });
}
