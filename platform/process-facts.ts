import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import type { Config } from "./config.ts";
import { resolveFromRoot } from "./package-files.ts";

/** What a process of the shop says of itself to the others: nothing in it is secret. */
export interface ProcessFacts {
  /** Where it is: `shop-1:3000`, and its process id. */
  name: string;
  /** Which money it takes. Processes that differ in this never run beside each other. */
  payments: "test cards" | "Razorpay in test mode" | "Razorpay";
  /** What should be the same everywhere, by the name of the setting. */
  settings: Record<string, string>;
}

export async function collectProcessFacts(config: Config): Promise<ProcessFacts> {
  const { razorpay } = config;
  const live = razorpay?.testMode ? "Razorpay in test mode" : "Razorpay";
  return {
    name: `${hostname()}:${config.port} (process ${process.pid})`,
    payments: razorpay ? live : "test cards",
    settings: {
      version: await readBuild(),
      PUBLIC_URL: config.publicUrl,
      SHOP_PROFILE: config.profile,
      CATALOGUE_DIR: await hashCatalogue(config.catalogueDir),
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

/** What the running bundle was built from. */
async function readBuild(): Promise<string> {
  const stamp = await readFile(resolveFromRoot("dist", ".made-of"), "utf8").catch(() => null);
  return stamp === null ? "not built" : `build ${stamp.slice(0, SHORT)}`;
}

const GOODS = /\.(json|csv)$/;

/** Of the files that say what is sold; a folder that is not there is empty. */
async function hashCatalogue(folder: string): Promise<string> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => GOODS.test(name)).toSorted();
  const hash = createHash("sha256");
  for (const name of names) hash.update(`${name}\0`).update(await readFile(path.join(folder, name)));
  return names.length === 0 ? "empty" : `files ${hash.digest("hex").slice(0, SHORT)}`;
}
