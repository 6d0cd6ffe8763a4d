import { createHmac, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Config } from "./config.ts";
import { type Context, defineService } from "../context.ts";

export const getSecret = (context: Pick<Context, "config" | "service">): string =>
  context.config.secret ?? context.service(ownSecret);

/** Returns the HMAC-SHA256 with the shop's secret, so someone who has only the database cannot compute it. */
export const computeMac = (context: Context, text: string, secret = getSecret(context)): Buffer =>
  createHmac("sha256", secret).update(text).digest();

/** Returns the MACs with the secret and, if it is set, the previous secret, so that a new secret breaks no links. */
export const computeMacs = (context: Context, text: string): Buffer[] =>
  [getSecret(context), context.config.previousSecret]
    .filter((secret) => secret !== undefined)
    .map((secret) => computeMac(context, text, secret));

/** Like `getSecret`, but also works while the shop is closed. */
export const getStoredSecret = ({ secret, dataDir }: Pick<Config, "secret" | "dataDir">): string =>
  secret ?? readSecretFile(dataDir);

export function findSecrets(config: Pick<Config, "secret" | "previousSecret" | "dataDir">): string[] {
  const file = path.join(config.dataDir, FILE);
  const current = config.secret ?? (existsSync(file) ? readFileSync(file, "utf8") : undefined);
  return [current, config.previousSecret].filter((secret) => secret !== undefined);
}

const FILE = "secret";

/** The secret of a shop without SHOP_SECRET. It is created at its first use, in a file with mode 0600. */
const ownSecret = defineService("secret", ({ config }) => readSecretFile(config.dataDir));

function readSecretFile(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, FILE);
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (cause) {
    if (!(cause instanceof Error) || !("code" in cause) || cause.code !== "EEXIST") throw cause;
  }
  return readFileSync(file, "utf8");
}
