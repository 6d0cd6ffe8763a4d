import { setTimeout as pause } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { SECOND } from "#contract/time.ts";
import { type Context, defineState } from "../context.ts";
import type { Finding } from "../checks/finding.ts";
import { generateCode } from "../ids.ts";
import { IS_OPEN, type ProcessFacts, shopProcess } from "../database/tables.ts";
import type { Tx } from "../database/database.ts";
import { scrypt } from "node:crypto";
import { existsSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import type { Config } from "../config/config.ts";
import { readBuildStamp } from "../cache/serve-built-files.ts";
import { getNewestMigration } from "../database/migrate.ts";
import { promisify } from "node:util";
import { getSecret } from "../config/secret.ts";

export class ProcessConflict extends Error {
  override readonly name = "ProcessConflict";
}

/** A process counts as dead 10 s after its last heartbeat, which is after three missed heartbeats. */
const HEARTBEAT_EVERY_MS = 3 * SECOND;
const POLL_EVERY_MS = 500;
const LOCK = 7_291_006;

const registration = defineState<RegisteredProcess | null>("process", null);

/** Registers this process. Calls `onAlive` when a heartbeat succeeds after a failed one. @throws ProcessConflict */
export async function registerProcess(
  context: Context,
  step: (message: string) => void = () => {},
  onAlive: () => void = () => {},
): Promise<{ renew(): Promise<void>; close(): Promise<void> }> {
  if (context.engine === "embedded") return { renew: async () => {}, close: async () => {} };
  const registered = await openRegistration(context, step);
  registration.set(context, registered);
  for (const { about, what } of await checkProcesses(context))
    context.log.warn({ about, what }, "processes differ");
  let isAlive = true;
  const heartbeat = setInterval(() => {
    saveHeartbeat(context.db, registered).then(
      () => {
        if (!isAlive) onAlive();
        isAlive = true;
      },
      (err: unknown) => {
        isAlive = false;
        context.log.debug({ err }, "the heartbeat of this process could not be saved");
      },
    );
  }, HEARTBEAT_EVERY_MS).unref();
  return {
    renew: async () => void (await saveHeartbeat(context.db, registered)),
    async close() {
      clearInterval(heartbeat);
      await context.db
        .delete(shopProcess)
        .where(eq(shopProcess.id, registered.id))
        .catch(() => {}); // If the database is unavailable, the other processes detect the exit after a timeout.
    },
  };
}

export async function checkProcesses(context: Context): Promise<Finding[]> {
  const own = registration.get(context);
  if (!own) return [];
  const others = (await listOpen(context.db)).filter(({ id }) => id !== own.id);
  return checkDifferences(own, others);
}

/** Waits until no conflicting process is left. @throws ProcessConflict if a conflicting process sends a heartbeat */
async function openRegistration(
  context: Context,
  step: (message: string) => void,
): Promise<RegisteredProcess> {
  const processFacts = collectProcessFacts(context.config);
  const salt = (await listOpen(context.db))[0]?.salt ?? SALT;
  const secrets = await deriveSecrets(context, salt);
  const starting = { id: generateCode(10), startedAt: context.now(), salt, facts: processFacts, ...secrets };
  const firstSeen = new Map<string, number>();
  for (;;) {
    const conflicts = await insertUnlessInTheWay(context, starting);
    if (conflicts.length === 0) return starting;
    for (const { other, reason } of conflicts) {
      const first = firstSeen.get(other.id) ?? other.seenAt.getTime();
      if (other.seenAt.getTime() > first) throw new ProcessConflict(reason);
      if (!firstSeen.has(other.id))
        step(`Checking whether ${other.facts.name}, which has different settings, is still open`);
      firstSeen.set(other.id, first);
    }
    await pause(POLL_EVERY_MS);
  }
}

/** Registers this process, or returns the processes that conflict. The lock lets one process register at a time. */
const insertUnlessInTheWay = (context: Context, registered: RegisteredProcess) =>
  context.transact(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    const conflicts = (await listOpen(tx)).flatMap((other) => {
      const reason = explainConflict(registered, other);
      return reason === null ? [] : [{ other, reason }];
    });
    if (conflicts.length === 0) {
      await tx.delete(shopProcess).where(sql`not ${isOpen}`);
      await saveHeartbeat(tx, registered);
    }
    return conflicts;
  });

type ProcessRow = typeof shopProcess.$inferSelect;

type RegisteredProcess = Omit<ProcessRow, "seenAt">;

const isOpen = sql.raw(IS_OPEN);

const listOpen = (db: Pick<Tx, "select">): Promise<ProcessRow[]> =>
  db.select().from(shopProcess).where(isOpen).orderBy(shopProcess.startedAt, shopProcess.id);

const seenAt = sql`clock_timestamp()`;

const saveHeartbeat = (db: Pick<Tx, "insert">, registered: RegisteredProcess) =>
  db
    .insert(shopProcess)
    .values({ ...registered, seenAt })
    .onConflictDoUpdate({ target: shopProcess.id, set: { seenAt } });

interface ShopProcess {
  facts: ProcessFacts;
  secret: string;
  previousSecret: string | null;
}

const opens = (first: ShopProcess, other: ShopProcess) =>
  other.secret === first.secret || other.secret === first.previousSecret;

export function explainConflict(starting: ShopProcess, open: ShopProcess): string | null {
  const { name } = open.facts;
  if (!opens(starting, open)) {
    return (
      `SHOP_SECRET is different from that of ${name}, which uses the same database. Codes and links of one process ` +
      "would not work at the other. Set the same SHOP_SECRET for all processes (otherwise each DATA_DIR has its own). " +
      "While you change it, set SHOP_SECRET_PREVIOUS to the former one."
    );
  }
  if (starting.facts.payments !== open.facts.payments) {
    return (
      `This process accepts ${starting.facts.payments}, but ${name}, which uses the same database, accepts ` +
      `${open.facts.payments}. Set TEST_PAYMENTS and RAZORPAY_KEY_ID to the same values in all processes, or close all ` +
      "processes before you open the first one with the new settings."
    );
  }
  return null;
}

/** Reports settings that differ between the open processes, which is normal during an upgrade. */
export function checkDifferences(self: ShopProcess, others: readonly ShopProcess[]): Finding[] {
  const processes = [self, ...others];
  const behind = others.filter((other) => !opens(other, self)).map(({ facts }) => facts.name);
  const findings = [...new Set(processes.flatMap(({ facts }) => Object.keys(facts.settings)))].flatMap(
    (settingName) => {
      const byValue = Map.groupBy(processes, ({ facts }) => facts.settings[settingName] ?? "not known");
      byValue.delete(ELSEWHERE);
      if (byValue.size <= 1) return [];
      const lines = [...byValue].map(
        ([value, sharingProcesses]) =>
          `${value} at ${sharingProcesses.map(({ facts }) => facts.name).join(", ")}`,
      );
      return [
        {
          about: settingName,
          what: `the open processes differ: ${lines.join("; ")}`,
          remedy: getRemedy(settingName),
        },
      ];
    },
  );
  if (behind.length === 0) return findings;
  const secret = {
    about: "SHOP_SECRET",
    what: `codes and links of this process do not work yet at ${behind.join(", ")}`,
    remedy: "Restart each process with the new SHOP_SECRET, and with the former one as SHOP_SECRET_PREVIOUS",
  };
  return [secret, ...findings];
}

function getRemedy(settingName: string): string {
  if (settingName === "version")
    return "Restart the processes that still run the older build, to finish the upgrade";
  if (settingName === "CATALOGUE_DIR")
    return "Give every process the same pictures, or set up a shared storage for them";
  return `Set the same ${settingName} for all processes, and restart those that differ`;
}

/** Reported as CATALOGUE_DIR if pictures are in an object storage. Processes may then have different folders. */
const ELSEWHERE = "elsewhere";

function collectProcessFacts(config: Config): ProcessFacts {
  const { razorpay } = config;
  const build = readBuildStamp();
  const live = razorpay?.testMode ? "Razorpay in test mode" : "Razorpay";
  return {
    name: `${hostname()}:${config.port} (process ${process.pid})`,
    knows: getNewestMigration(),
    payments: razorpay ? live : "test cards",
    settings: {
      version: build === null ? "not built" : `build ${build}`,
      PUBLIC_URL: config.publicUrl,
      API_URL: config.apiUrl ?? "not set",
      SHOP_PROFILE: config.profile,
      CATALOGUE_DIR: config.pictureStorage
        ? ELSEWHERE
        : existsSync(path.join(config.catalogueDir, "products"))
          ? "with pictures"
          : "empty",
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

/** The salt if no process is open. Otherwise, use the open process's salt: an earlier version may have another one. */
const SALT = "shop_process";

const scryptOf = promisify<string, string, number, Buffer>(scrypt);

/** Hashes the secrets with scrypt, so that a copy of the database does not help to guess them. */
async function deriveSecrets(context: Context, salt: string) {
  const derive = async (secret: string) => (await scryptOf(secret, salt, 32)).toString("base64url");
  const { previousSecret } = context.config;
  return {
    secret: await derive(getSecret(context)),
    previousSecret: previousSecret === undefined ? null : await derive(previousSecret),
  };
}
