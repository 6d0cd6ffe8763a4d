// @engine: backup and restore of all data
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createServerDatabase,
  hashRows,
  isSecondEngine,
  openEmptyEmbedded,
  openTestDatabase,
  type TestDatabase,
  testEngine,
  testLog,
  unpackMigrated,
} from "../../tests/support/database.ts";
import { type Database, type Engine, openDatabase } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { createKeyPair, formatIdentityFile, getSigner, signSeal } from "./encryption.ts";
import { fillDatabase, readBackup } from "./read-backup.ts";
import { lockRestoreTarget } from "./restore-server.ts";
import { writeBackup } from "./write-backup.ts";

let folder: string;
let shop: TestDatabase;
let empty: TestDatabase;
let real: Awaited<ReturnType<typeof openRealDatabase>>;
const getBackupFile = () => path.join(folder, "shop.backup.gz");
const madeAt = new Date("2026-11-20T09:00:00.000Z");
const reportNothing = () => {};
const secret = "the secret of this shop, 32 letters";
const signers = [getSigner(secret)];
const TABLES = ["account", "session", "product", "orders", "order_line", "outbox", "operator_audit"];

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "taruva-backup-"));
  shop = await openTestDatabase();
  empty = await openTestDatabase({ migrated: false });
  real = await openRealDatabase();
  await fillWithOddThings(shop.pool);
  await writeBackup(shop, getBackupFile(), { now: madeAt, secret }, reportNothing);
});
afterAll(async () => {
  await shop.close();
  await empty.close();
  await real.close();
  rmSync(folder, { recursive: true });
});

test("only the system user who made a backup can read its file, and a backup never overwrites another", async () => {
  expect(statSync(getBackupFile()).mode & 0o777).toBe(0o600);
  await expect(writeBackup(shop, getBackupFile(), { now: madeAt, secret }, reportNothing)).rejects.toThrow(
    "exists already",
  );
});

test("a lost connection to the database is not reported as an error of the backup file", async () => {
  const lost = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" });
  const closed = { engine: shop.engine, atOneMoment: () => Promise.reject(lost) };
  const file = path.join(folder, "lost.backup.gz");
  await expect(writeBackup(closed, file, { now: madeAt, secret }, reportNothing)).rejects.toBe(lost);
});

test.skipIf(isSecondEngine)(
  "an encrypted backup cannot be read without its secret key and is complete when it is decrypted with that key (T29)",
  async () => {
    const keys = await createKeyPair();
    const identities = path.join(folder, "backup.key");
    writeFileSync(identities, formatIdentityFile(keys, madeAt));
    const encrypted = `${getBackupFile()}.age`;
    await writeBackup(shop, encrypted, { now: madeAt, secret, recipient: keys.recipient }, reportNothing);
    expect(statSync(encrypted).mode & 0o777).toBe(0o600);
    expect(() => gunzipSync(readFileSync(encrypted))).toThrow("incorrect header check");
    expect(await readBackup({ file: encrypted, identities, signers }, {})).toEqual(
      await readBackup({ file: getBackupFile(), signers }, {}),
    );
    await expect(readBackup({ file: encrypted, signers }, {})).rejects.toThrow("--identity <file>");
  },
);

const removeLine = (text: string, word: string) =>
  text
    .split("\n")
    .filter((line) => !line.includes(word))
    .join("\n");

/** Recomputes the hash of an altered backup, as a forger could. `more` adds fields to the last line. */
function reseal(text: string, more: (sealed: string) => object = () => ({})): Buffer {
  const body = text.slice(0, text.lastIndexOf('{"sealed"'));
  const sealed = createHash("sha256").update(body).digest("hex");
  return gzipSync(`${body}${JSON.stringify({ sealed, ...more(sealed) })}\n`);
}

function forge(text: string): string {
  const lines = text.replace("Asha@", "Usha@").split("\n");
  const foot = lines.findIndex((line) => line.startsWith('{"table":"account"'));
  const head = lines.findLastIndex((line, at) => at < foot && line.startsWith("{"));
  const rows = lines.slice(head + 1, foot).map((row) => `${row}\n`);
  const sha256 = createHash("sha256").update(rows.join("")).digest("hex");
  lines[foot] = JSON.stringify({ table: "account", rows: rows.length, sha256 });
  return lines.join("\n");
}

const other = "the secret of someone else's shop, 32";

test.skipIf(isSecondEngine)(
  "a backup with a matching checksum, but signed with an unknown key, is refused unless the owner names this key (T45)",
  async () => {
    const tryForged = async (more?: (sealed: string) => object, trusted = signers) =>
      readBackup({ file: writeSpoiled((text) => reseal(forge(text), more)), signers: trusted }, {});
    await expect(tryForged()).rejects.toThrow("is not signed");
    const signOwn = (sealed: string) => ({ signer: getSigner(other), signature: signSeal(other, sealed) });
    await expect(tryForged(signOwn)).rejects.toThrow(
      `is signed with ${getSigner(other)}, which is not the key`,
    );
    expect(await tryForged(signOwn, [getSigner(other)])).toBeTruthy();
    const pretend = (sealed: string) => ({ signer: getSigner(secret), signature: signSeal(other, sealed) });
    await expect(tryForged(pretend)).rejects.toThrow("the signature does not match the contents of the file");
    const forged = { file: writeSpoiled((text) => reseal(forge(text))), signers };
    await expect(fillDatabase(empty.pool, forged, reportNothing)).rejects.toThrow("is not signed");
    expect((await empty.pool.query("select from pg_class where relname = 'account'")).rowCount).toBe(0);
  },
);

test.each<[string, (text: string) => Buffer, string]>([
  ["cut off", () => readFileSync(getBackupFile()).subarray(0, 2_000), "a part of it cannot be unpacked"],
  [
    "cut off at the end of a line",
    (text) => gzipSync(text.slice(0, text.lastIndexOf("\n{") + 1)),
    "its end is missing",
  ],
  ["changed in a row", (text) => gzipSync(text.replace("Asha@", "Usha@")), "the data of the table account"],
  ["missing one of its rows", (text) => gzipSync(removeLine(text, "Asha@")), "the data of the table account"],
  ["missing its orders", (text) => gzipSync(removeLine(text, "TRV-1")), "the data of the table orders"],
  [
    "changed in its header",
    (text) => gzipSync(text.replace("T09:00", "T08:00")),
    "it was changed after it was made",
  ],
  ["followed by more data", (text) => gzipSync(`${text}[]\n`), "data was added after the end of the backup"],
  ["another kind of file", () => Buffer.from("name,price\n"), "is not a backup"],
  ["an empty file", () => gzipSync(""), "its end is missing"],
])("a backup that is %s is refused (T29)", async (_name, spoil, words) => {
  await expect(readBackup({ file: writeSpoiled(spoil), signers }, {})).rejects.toThrow(words);
});

test.skipIf(isSecondEngine)(
  "a damaged backup and a backup from a newer version of the shop restore no rows",
  async () => {
    const { pool } = empty;
    const newer = writeSpoiled((text) =>
      reseal(
        text.replace('"migrations":[', '"migrations":[{"name":"9999-new.sql","checksum":"x"},'),
        (sealed) => ({
          signer: getSigner(secret),
          signature: signSeal(secret, sealed),
        }),
      ),
    );
    await expect(fillDatabase(pool, { file: newer, signers }, reportNothing)).rejects.toThrow(
      "has 9999-new.sql",
    );
    // The changed byte makes a value invalid, so the database rejects the row before the seal is checked.
    const changed = writeSpoiled((text) => gzipSync(text.replace(/(\n\[[^\n]*"TRV-1"[^\n]*"20)2/, "$1x")));
    await expect(fillDatabase(pool, { file: changed, signers }, reportNothing)).rejects.toThrow(
      "the data of the table orders",
    );
    expect((await pool.query("select from pg_class where relname = 'account'")).rowCount).toBe(0);
  },
);

function writeSpoiled(spoil: (text: string) => Buffer): string {
  const name = path.join(folder, "spoiled.backup.gz");
  writeFileSync(name, spoil(gunzipSync(readFileSync(getBackupFile())).toString()));
  return name;
}

test("a backup contains the data of one moment, even if the shop writes during the backup", async () => {
  const { database } = real;
  await database.pool.query("insert into invoice_series values ('26-27', 1)");
  const seen = await database.atOneMoment(async (client) => {
    const look = () => client.query("select last_number from invoice_series");
    const first = await look();
    await database.pool.query("update invoice_series set last_number = 2");
    return [...first.rows, ...(await look()).rows] as unknown[];
  });
  expect(seen).toEqual([{ last_number: 1 }, { last_number: 1 }]);
});

test("a restore is refused while the shop is open, and a restore of a closed shop keeps the replaced data under a new name", async () => {
  const { config, database } = real;
  await database.pool.query("insert into invoice_series values ('25-26', 7)");
  await expect(lockRestoreTarget(config, madeAt, testLog)).rejects.toThrow("The shop is open");
  await database.close();

  const place = await lockRestoreTarget(config, madeAt, testLog);
  expect(place.taken).toBe(true);
  const fails = place.replace(async (pool) => {
    await pool.query("create table account ()");
    throw new Error("the lamp fell over");
  });
  await expect(fails).rejects.toThrow("the lamp fell over");
  const former = await place.replace(
    async (pool) => void (await fillDatabase(pool, { file: getBackupFile(), signers }, reportNothing)),
  );
  expect(former).toMatch(/before.restore.2026.11.20.090000$/);
  await place.leave();

  const after = await openDatabase(config, testLog);
  expect(await hashRows({ database: after }, ...TABLES)).toBe(await hashRows({ database: shop }, ...TABLES));
  expect((await after.pool.query("select from invoice_series")).rowCount).toBe(0);
  await after.close();
});

test("a backup is restored exactly, to the microsecond and the character (T29)", async () => {
  await expectExactCopy({ from: shop, file: getBackupFile(), engine: testEngine }, empty);
});

// Starting the embedded engine is slow, so this test runs in the Vitest project that has already started it.
test.runIf(isSecondEngine)(
  "a backup of a PostgreSQL server is restored exactly on the embedded engine, to the microsecond and the character (T29)",
  async () => {
    const { url: databaseUrl, drop } = await createServerDatabase({ migrated: true });
    const dataDir = mkdtempSync(path.join(folder, "server-"));
    const server = await openDatabase({ databaseUrl, databasePool: 4, dataDir }, testLog);
    const copy = await openEmptyEmbedded();
    try {
      await fillWithOddThings(server.pool);
      const file = path.join(folder, "server.backup.gz");
      await writeBackup(server, file, { now: madeAt, secret }, reportNothing);
      await expectExactCopy({ from: server, file, engine: "server" }, copy);
    } finally {
      await copy.close();
      await server.close();
      await drop();
    }
  },
);

async function expectExactCopy(
  { from, file, engine }: { from: Database; file: string; engine: Engine },
  { pool }: Database,
): Promise<void> {
  const previous = await hashRows({ database: from }, ...TABLES);
  const reported: unknown[][] = [];
  const head = await fillDatabase(pool, { file, signers }, (...line) => reported.push(line));
  expect(head).toMatchObject({ backup: 1, madeAt: madeAt.toISOString(), engine });
  await migrate(pool, testLog);
  expect(await hashRows({ database: { pool } }, ...TABLES)).toBe(previous);
  const [, done, of] = reported.at(-1) ?? [];
  expect(done).toBe(of);
}

async function openRealDatabase() {
  const dataDir = mkdtempSync(path.join(folder, "shop-"));
  const server = testEngine === "server" ? await createServerDatabase({ migrated: true }) : null;
  if (!server) await unpackMigrated(dataDir);
  const config = { databaseUrl: server?.url, databasePool: 4, dataDir };
  return {
    config,
    database: await openDatabase(config, testLog),
    close: async () => server?.drop(),
  };
}

async function fillWithOddThings(pool: pg.Pool): Promise<void> {
  const id = (last: number) => `01990000-0000-7000-8000-${String(last).padStart(12, "0")}`;
  const words = 'line\u2028end "quoted" \\ back\ttab\nnew ₹ क्षेत्र 🪵';
  const moment = "2026-11-20 14:30:00.123456+05:30";
  await pool.query(
    "insert into account values ($1, 'Asha@example.com', 'asha@example.com', 'Asha', $2, '98', null, 'user', $3)",
    [id(1), words, moment],
  );
  await pool.query("insert into session (id, account_id, created_at, seen_at) values ($1, $2, $3, $3)", [
    id(2),
    id(1),
    moment,
  ]);
  await pool.query(
    `insert into outbox (id, topic, reaction, payload, created_at, run_at)
     values ($1, 't', 'r', 'null', $2, $2), ($3, 't', 'r', $4, 'infinity', $2)`,
    [id(3), moment, id(4), JSON.stringify({ words, large: 12345678901234 })],
  );
  await pool.query(
    `insert into operator_audit
     select gen_random_uuid(), 'asha', 'look', jsonb_build_object('price', 9007199254740993, 'half', 0.1 + n / 3.0),
            'done', $1, $2, $2 from generate_series(1, 1203) n`,
    [words, moment],
  );
  await pool.query(
    `insert into orders (id, order_id, account_id, status, payment_status, cgst_rate, sgst_rate, subtotal, cgst, sgst,
                         total, coupon, payable, shipping_address, contact, created_at, updated_at)
     values ($1, 'TRV-1', $2, 'Pending', 'Pending', 9, 9.5, 100, 9, 9, 118, 18, 100, '{}', '{}', $3, $3)`,
    [id(5), id(2), moment],
  );
  await pool.query("insert into order_line values ($1, 1, 'bowl-1', $2, null, 100, 1)", [id(5), words]);
}
