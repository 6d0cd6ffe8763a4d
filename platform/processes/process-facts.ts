import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import type { Config } from "../config/config.ts";
import { readBuildStamp } from "../cache/build-stamp.ts";
import { getNewestMigration } from "../database/migrate.ts";

/** What a process of the shop says of itself to the others: nothing in it is secret. */
export interface ProcessFacts {
  /** Where it is: `shop-1:3000`, and its process id. */
  name: string;
  /** The newest migration of its version: one after it may break it. Earlier versions do not say. */
  knows: string;
  /** Which money it takes. Processes that differ in this never run beside each other. */
  payments: "test cards" | "Razorpay in test mode" | "Razorpay";
  /** What should be the same everywhere, by the name of the setting. */
  settings: Record<string, string>;
}

/** What one says who leaves a setting to others: it is compared with nobody's. */
export const ELSEWHERE = "elsewhere";

export async function collectProcessFacts(config: Config): Promise<ProcessFacts> {
  const { razorpay } = config;
  const catalogue = await hashCatalogue(config.catalogueDir);
  const build = readBuildStamp();
  const live = razorpay?.testMode ? "Razorpay in test mode" : "Razorpay";
  return {
    name: `${hostname()}:${config.port} (process ${process.pid})`,
    knows: getNewestMigration(),
    payments: razorpay ? live : "test cards",
    settings: {
      version: build === null ? "not built" : `build ${build}`,
      PUBLIC_URL: config.publicUrl,
      SHOP_PROFILE: config.profile,
      CATALOGUE_DIR: catalogue ?? (config.pictureStorage ? ELSEWHERE : "empty"),
      RAZORPAY_KEY_ID: razorpay?.keyId ?? "not set",
      PAYMENT_TIMEOUT_MINUTES: String(config.paymentTimeoutMinutes),
      SMTP_URL: config.smtpUrl === undefined ? "not set" : "set",
      MAIL_FROM: config.mailFrom,
      MAIL_TO: config.mailTo ?? "not set",
      OWNER_MAILS: config.ownerMails,
      LOW_STOCK: String(config.lowStock),
      SIGN_IN_CLIENT_ID: config.signIn?.clientId ?? "not set",
    },
  };
}

const SHORT = 12;

const GOODS = /\.(json|csv)$/;

/** Of the files that say what is sold; null when there are none, or no folder. */
async function hashCatalogue(folder: string): Promise<string | null> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => GOODS.test(name)).toSorted();
  const hash = createHash("sha256");
  for (const name of names) hash.update(`${name}\0`).update(await readFile(path.join(folder, name)));
  return names.length === 0 ? null : `files ${hash.digest("hex").slice(0, SHORT)}`;
}
