import { createHmac, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Config } from "./config.ts";

/** HMAC-SHA256 of a text under the shop's own secret: no one who has only the database can compute it. */
export const computeMac = (config: Config, text: string): Buffer => computeMacWith(getSecret(config), text);

/** The same as either secret seals it, the current one first: what was sealed before a change of SHOP_SECRET holds on. */
export const computeMacs = (config: Config, text: string): Buffer[] => [
  computeMac(config, text),
  ...(config.previousSecret === undefined ? [] : [computeMacWith(config.previousSecret, text)]),
];

const computeMacWith = (secret: string, text: string): Buffer =>
  createHmac("sha256", secret).update(text).digest();

const FILE = "secret";
const known = new WeakMap<Config, string>();

/** SHOP_SECRET, or one that is made at the first need and stored in the data folder (0600). */
function getSecret(config: Config): string {
  if (config.secret !== undefined) return config.secret;
  const secret = known.get(config) ?? getSecretFile(config.dataDir);
  known.set(config, secret);
  return secret;
}

function getSecretFile(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, FILE);
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (cause) {
    if (!(cause instanceof Error) || !("code" in cause) || cause.code !== "EEXIST") throw cause;
  }
  return readFileSync(file, "utf8");
}
