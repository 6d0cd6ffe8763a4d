import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type SupervisedShop, superviseShop } from "./supervise-shop.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const TIMEOUT = { timeout: 20_000 };

/** Writes its word into a table that only lives in the engine's memory, and then all words that are there. */
const toyShop = `
import { writeFileSync } from "node:fs";
import { openEmbedded } from ${JSON.stringify(pathToFileURL(path.join(ROOT, "platform/embedded.ts")).href)};
import { word } from "./word.ts";
const { pool } = await openEmbedded("memory://", console);
await pool.query("create table if not exists said (word text)");
await pool.query("insert into said values ($1)", [word]);
const { rows } = await pool.query("select string_agg(word, ' ') as words from said");
await pool.query("begin");
await pool.query("insert into said values ('never committed')");
writeFileSync(new URL("./words.txt", import.meta.url), rows[0].words);
setInterval(() => {}, 60_000);
`;

let folder: string;
let shop: SupervisedShop;
let said: string[];

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "taruva-dev-"));
  said = [];
  write("shop.ts", toyShop);
  sayWord("one");
  shop = superviseShop({
    entry: path.join(folder, "shop.ts"),
    watched: [folder],
    isPart: (file) => file.endsWith(".ts"),
    env: process.env,
    output: "ignore",
    say: (line) => void said.push(line),
  });
});

afterEach(async () => {
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
const sayWord = (word: string) => write("word.ts", `export const word = ${JSON.stringify(word)};`);
const readWords = () => {
  try {
    return readFileSync(path.join(folder, "words.txt"), "utf8");
  } catch {
    return "";
  }
};

test("a change opens the shop again on the database that stayed open; a mistake is fixed by the next change", async () => {
  await expect.poll(readWords, TIMEOUT).toBe("one");
  sayWord("two");
  await expect.poll(readWords, TIMEOUT).toBe("one two");
  write("word.ts", "export const word = ;");
  await expect.poll(() => said.at(-1), TIMEOUT).toContain("opens again when a file of it changes");
  sayWord("three");
  await expect.poll(readWords, TIMEOUT).toBe("one two three");
}, 60_000);
