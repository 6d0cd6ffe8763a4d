import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { testEngine, testLog } from "../../../tests/support/database.ts";
import { isDatabaseAway } from "../database-errors.ts";
import { openEmbedded } from "./embedded.ts";
import { createFilesPrivately, openToOthers } from "../../storage/private-files.ts";

let temporary: string;
const children = new Set<ChildProcess>();
beforeAll(() => {
  temporary = mkdtempSync(path.join(os.tmpdir(), "taruva-embedded-"));
});
afterEach(async () => {
  await Promise.all([...children].map(kill));
});
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

// The server engine has nothing to do with any of this: once is enough.
const isEmbedded = testEngine === "embedded";

test.runIf(isEmbedded)(
  "kill -9 in the middle of writing loses nothing that was acknowledged",
  { timeout: 120_000 },
  async () => {
    const folder = path.join(temporary, "killed");
    for (let round = 1; round <= 3; round++) {
      const child = start(folder);
      const enough = readLastNumber(child) + 20 * round;
      await vi.waitFor(() => expect(readLastNumber(child)).toBeGreaterThan(enough), {
        timeout: 60_000,
        interval: 2,
      });
      await kill(child);
      expect(child.process.signalCode).toBe("SIGKILL");

      const { pool, close } = await openEmbedded(folder, testLog);
      const { rows } = await pool.query(
        "select count(*)::int as count, max(number)::int as last from written",
      );
      await close();
      expect(rows[0].last).toBeGreaterThanOrEqual(readLastNumber(child));
      expect(rows[0].count).toBe(rows[0].last);
    }
  },
);

test.runIf(isEmbedded && process.platform === "linux")(
  "on existing data the engine's process stays below 450 MB, its start included",
  { timeout: 60_000 },
  async () => {
    const folder = path.join(temporary, "measured");
    await (await openEmbedded(folder, testLog)).close();
    const child = start(folder);
    await vi.waitFor(() => expect(readLastNumber(child)).toBeGreaterThan(100), { timeout: 50_000 });
    const status = readFileSync(`/proc/${child.process.pid}/status`, "utf8");
    expect(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024).toBeLessThan(450);
  },
);

test.runIf(isEmbedded)(
  "what a kill during the very first start leaves stops no later start",
  { timeout: 60_000 },
  async () => {
    const folder = path.join(temporary, "unfinished");
    mkdirSync(`${folder}.new/global`, { recursive: true });
    writeFileSync(`${folder}.new/PG_VERSION`, "18\n");
    writeFileSync(`${folder}.new/global/pg_control`, "half");
    writeFileSync(`${folder}.new/left.over`, "half");
    const { pool, close } = await openEmbedded(folder, testLog);
    await expect(pool.query("select 1 as one")).resolves.toMatchObject({ rows: [{ one: 1 }] });
    await close();
    expect(existsSync(`${folder}.new`)).toBe(false);
    expect(existsSync(`${folder}/left.over`)).toBe(false);
  },
);

test.runIf(isEmbedded)(
  "a second shop is refused, naming folder, holder and way out, and changes no byte of the data folder (T26)",
  { timeout: 120_000 },
  async () => {
    const dataDir = path.join(temporary, "held");
    const folder = path.join(dataDir, "pg");
    const holder = start(folder, "idle");
    await vi.waitFor(() => expect(holder.lines).toContain("open"), { timeout: 60_000 });
    for (const file of ["secret", "operator.address"])
      writeFileSync(path.join(dataDir, file), "of the holder");
    mkdirSync(path.join(dataDir, "outbox"));
    await sleep(200);
    const before = hashFolder(dataDir);

    const second = startShop(dataDir);
    await vi.waitFor(() => expect(second.process.exitCode).toBe(1), { timeout: 60_000 });
    expect(second.lines.join()).toContain(
      `The data folder ${folder} is in use by process ${holder.process.pid} on `,
    );
    expect(second.lines.join()).toContain("DATABASE_URL");
    await expect(openEmbedded(folder, testLog)).rejects.toThrow(folder);
    expect(hashFolder(dataDir)).toEqual(before);

    await kill(holder);
    const { close } = await openEmbedded(folder, testLog); // the kernel has dropped the lock
    await expect(openEmbedded(folder, testLog)).rejects.toThrow(`in use by process ${process.pid} on `);
    await close();
    await (await openEmbedded(folder, testLog)).close();
  },
);

test.runIf(isEmbedded)(
  "no file of the engine or of its copy is open to others (T32)",
  { timeout: 60_000 },
  async () => {
    createFilesPrivately();
    const folder = path.join(temporary, "private", "pg");
    const { pool, copyTo, close } = await openEmbedded(folder, testLog);
    await pool.query("create table cup (name text)");
    await pool.query("vacuum full pg_class");
    await copyTo(`${folder}.copy`);
    await close();
    expect(await openToOthers(path.dirname(folder))).toEqual([]);
  },
);

test.runIf(isEmbedded && process.platform === "linux")(
  "every commit waits for the disk, once, before it is acknowledged: counted in system calls",
  { timeout: 60_000 },
  async () => {
    if (spawnSync("strace", ["--version"]).error)
      throw new Error("strace is missing: apt-get install strace");
    const folder = path.join(temporary, "synced");
    await (await openEmbedded(folder, testLog)).close();
    const trace = path.join(temporary, "system-calls");
    const child = start(folder, "write", [
      "strace",
      "-D",
      "-f",
      "-o",
      trace,
      "-e",
      "trace=fsync,fdatasync,write",
    ]);
    await vi.waitFor(() => expect(readLastNumber(child)).toBeGreaterThan(30), { timeout: 50_000 });
    await kill(child);
    expect(countSyncsBetweenNumbers(readFileSync(trace, "utf8")).slice(0, 25)).toEqual(Array(25).fill(1));
  },
);

test.runIf(isEmbedded)(
  "on a full disk it reads and refuses writes one by one; with room again all is whole (T25)",
  { timeout: 60_000 },
  async () => {
    const folder = path.join(temporary, "full");
    const before = await openEmbedded(folder, testLog);
    await before.pool.query("create table cup (name text); insert into cup values ('oak')");
    await before.close();
    const full = await openEmbedded(folder, testLog, { spareBytes: Number.MAX_VALUE });
    const write = "insert into cup values ('ash')";
    await expect(full.pool.query(write)).rejects.toMatchObject({ code: "25006" });
    await expect(full.pool.query(write)).rejects.toSatisfy(isDatabaseAway);
    const client = await full.pool.connect();
    await client.query("begin");
    await client.query("select 1");
    await expect(client.query(write)).rejects.toMatchObject({ code: "25006" });
    await client.query("rollback");
    client.release(true);
    expect((await full.pool.query("select name from cup")).rows).toEqual([{ name: "oak" }]);
    await full.close();
    const after = await openEmbedded(folder, testLog);
    await after.pool.query(write);
    expect((await after.pool.query("select name from cup")).rowCount).toBe(2);
    await after.close();
  },
);

test.runIf(isEmbedded)("data of another PostgreSQL version is refused before it is touched", async () => {
  const folder = path.join(temporary, "older");
  mkdirSync(folder);
  writeFileSync(path.join(folder, "PG_VERSION"), "17\n");
  await expect(openEmbedded(folder, testLog)).rejects.toThrow("holds data of PostgreSQL 17");
  expect(readdirSync(folder)).toEqual(["PG_VERSION"]);
});

test.runIf(isEmbedded)("a database in memory is cleaned up every minute, and goes on", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  const { pool, close } = await openEmbedded("memory://", testLog, { disposable: true });
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await close();
});

test.runIf(isEmbedded)(
  "it answers as a server does: errors, named statements, big values, lost clients, many at once",
  { timeout: 60_000 },
  async () => {
    const { pool, close } = await openEmbedded("memory://", testLog);
    await expect(pool.query("select 1 / $1::int", [0])).rejects.toMatchObject({ code: "22012" });
    for (let turn = 0; turn < 3; turn++) {
      const { rows } = await pool.query({
        name: "double",
        text: "select $1::int * 2 as value",
        values: [turn],
      });
      expect(rows).toEqual([{ value: turn * 2 }]);
    }
    const big = "x".repeat(8_000_000);
    const { rows } = await pool.query("select length($1::text) as length", [big]);
    expect(rows).toEqual([{ length: big.length }]);

    await pool.query("create table cup (name text)");
    const client = await pool.connect();
    await client.query("begin");
    await client.query("insert into cup values ('half')");
    client.release(true);
    expect((await pool.query("select * from cup")).rows).toEqual([]);

    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, turn) => pool.query("select $1::int as turn", [turn])),
    );
    expect(answers.map((answer) => answer.rows[0].turn)).toEqual(
      Array.from({ length: 40 }, (_, turn) => turn),
    );
    await close();
  },
);

interface Child {
  process: ChildProcess;
  lines: string[];
}

function start(folder: string, mode = "write", launcher: readonly string[] = []): Child {
  const program = path.resolve("tests/support/write-endlessly.ts");
  const [first, ...words] = [...launcher, process.execPath, program, folder, mode];
  return listenTo(spawn(first, words, { stdio: ["ignore", "pipe", "inherit"] }));
}

/** The whole shop, as `npm start` opens it. */
function startShop(dataDir: string): Child {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "", PORT: "0" };
  return listenTo(spawn(process.execPath, ["server/main.ts"], { env, stdio: ["ignore", "pipe", "pipe"] }));
}

function listenTo(child: ChildProcess): Child {
  children.add(child);
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    let unfinished = "";
    stream?.on("data", (chunk: Buffer) => {
      const parts = (unfinished + chunk.toString()).split("\n");
      unfinished = parts.pop() ?? "";
      lines.push(...parts);
    });
  }
  return { process: child, lines };
}

async function kill(child: Child | ChildProcess): Promise<void> {
  const running = "process" in child ? child.process : child;
  children.delete(running);
  if (running.exitCode !== null || running.signalCode !== null) return;
  const gone = new Promise((resolve) => running.once("close", resolve));
  running.kill("SIGKILL");
  await gone;
}

/** How often the disk had answered between one acknowledged row and the next, by what strace has written. */
function countSyncsBetweenNumbers(trace: string): number[] {
  const counts = [0];
  for (const line of trace.split("\n")) {
    if (/\bwrite\(1, "\d+\\n"/.test(line)) counts.push(0);
    else if (/sync(\(\d+\)| resumed>\)) += 0$/.test(line))
      counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1;
  }
  return counts.slice(1);
}

const readLastNumber = ({ lines }: Child) => Number(lines.findLast((line) => /^\d+$/.test(line)) ?? 0);

function hashFolder(folder: string): string {
  const hash = createHash("sha256");
  for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()) {
    const file = path.join(folder, entry);
    const { mtimeMs, size } = statSync(file);
    hash.update(`${entry} ${mtimeMs} ${size}`);
    if (statSync(file).isFile()) hash.update(readFileSync(file));
  }
  return hash.digest("hex");
}
