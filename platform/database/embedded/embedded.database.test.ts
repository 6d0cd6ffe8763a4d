// @engine: the embedded engine itself.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
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
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { testEngine, testLog } from "../../../tests/support/database.ts";
import { deleteDataFolder } from "../database.ts";
import { isDatabaseAway } from "../database-errors.ts";
import { openEmbedded } from "./embedded.ts";
import { createFilesPrivately, openToOthers } from "../../storage/private-files.ts";

const isLinux = process.platform === "linux";
const LONG = { timeout: 500_000, interval: 5 };

const children = new Set<ChildProcess>();

describe.runIf(testEngine === "embedded")("the embedded database", () => {
  let temporary: string;
  let first: string;

  beforeAll(async () => {
    createFilesPrivately();
    temporary = mkdtempSync(path.join(os.tmpdir(), "taruva-embedded-"));
    first = path.join(temporary, "first", "pg");
    // Imitates a first start that was killed.
    mkdirSync(`${first}.new/global`, { recursive: true });
    writeFileSync(`${first}.new/PG_VERSION`, "18\n");
    writeFileSync(`${first}.new/global/pg_control`, "half");
    writeFileSync(`${first}.new/left.over`, "half");
    const { pool, copyTo, close } = await openEmbedded(first, testLog);
    await pool.query("create table cup (name text); insert into cup values ('oak')");
    await pool.query("vacuum full pg_class");
    await copyTo(`${first}.copy`);
    await close();
  });
  afterEach(() => Promise.all([...children].map(kill)).then(() => {}));
  afterAll(() => rmSync(temporary, { recursive: true, force: true }));

  /** Copies the first database, because a copy is faster than initdb. */
  function copyFirst(name: string): string {
    const folder = path.join(temporary, name, "pg");
    cpSync(first, folder, { recursive: true });
    return folder;
  }

  test("the embedded database starts after its first start was killed, and deletes the leftover files", () => {
    expect(existsSync(`${first}.new`)).toBe(false);
    expect(existsSync(`${first}/left.over`)).toBe(false);
  });

  test("other users of the machine never get access to a file of the embedded database or its copy (T32)", async () => {
    expect(readdirSync(`${first}.copy`)).toContain("PG_VERSION");
    expect(await openToOthers(path.dirname(first))).toEqual([]);
  });

  describe("the embedded database, killed with SIGKILL while it writes", () => {
    let folder: string;
    let trace: string;
    let child: Child;
    let peakMegabytes = 0;

    beforeAll(async () => {
      if (isLinux && spawnSync("strace", ["--version"]).error)
        throw new Error("strace is missing: apt-get install strace");
      folder = copyFirst("killed");
      trace = path.join(temporary, "system-calls");
      const strace = ["strace", "-D", "-f", "-o", trace, "-e", "trace=fsync,fdatasync,write"];
      child = start(folder, "write", isLinux ? strace : []);
      await vi.waitFor(() => expect(readLastNumber(child)).toBeGreaterThan(30), LONG);
      const status = isLinux ? readFileSync(`/proc/${child.process.pid}/status`, "utf8") : "";
      peakMegabytes = Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024;
      await kill(child.process);
    });

    test("no row that the database acknowledged before SIGKILL is lost", async () => {
      expect(child.process.signalCode).toBe("SIGKILL");
      const { pool, close } = await openEmbedded(folder, testLog);
      const { rows } = await pool.query(
        "select count(*)::int as count, max(number)::int as last from written",
      );
      await close();
      expect(rows[0].last).toBeGreaterThanOrEqual(readLastNumber(child));
      expect(rows[0].count).toBe(rows[0].last);
    });

    test.runIf(isLinux)("each commit is synced to the disk exactly once before it is acknowledged", () => {
      const counts = countSyncsBetweenNumbers(readFileSync(trace, "utf8"));
      expect(counts.slice(0, 25)).toEqual(Array(25).fill(1));
    });

    test.runIf(isLinux)(
      "the embedded database used less than 450 MB of memory, even during its start",
      () => {
        expect(peakMegabytes).toBeLessThan(450);
      },
    );
  });

  test("a second shop with the same data folder is refused with the reason and the remedy, and changes nothing (T26)", async () => {
    const folder = copyFirst("held");
    const dataDir = path.dirname(folder);
    const holder = start(folder, "idle");
    await vi.waitFor(() => expect(holder.lines).toContain("open"), LONG);
    holder.process.kill("SIGSTOP"); // A stopped process does not write to the folder.
    for (const file of ["secret", "operator.address"])
      writeFileSync(path.join(dataDir, file), "of the holder");
    mkdirSync(path.join(dataDir, "outbox"));
    const previous = hashFolder(dataDir);

    const second = startShop(dataDir);
    await vi.waitFor(() => expect(second.process.exitCode).toBe(1), LONG);
    expect(second.lines.join()).toContain(
      `The data folder ${folder} is in use by process ${holder.process.pid} on `,
    );
    expect(second.lines.join()).toContain("DATABASE_URL");
    await expect(openEmbedded(folder, testLog)).rejects.toThrow(folder);
    await expect(deleteDataFolder(dataDir)).rejects.toThrow(folder);
    expect(hashFolder(dataDir)).toEqual(previous);

    await kill(holder.process);
    const { close } = await openEmbedded(folder, testLog);
    await expect(openEmbedded(folder, testLog)).rejects.toThrow(`in use by process ${process.pid} on `);
    await close();
    await deleteDataFolder(dataDir);
    expect(existsSync(dataDir)).toBe(false);
  });

  test("on a full disk the embedded database serves reads, refuses writes, and is intact when there is space again (T25)", async () => {
    const folder = copyFirst("full");
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
  });

  test("a data folder of another PostgreSQL version is refused and not changed", async () => {
    const folder = path.join(temporary, "older");
    mkdirSync(folder);
    writeFileSync(path.join(folder, "PG_VERSION"), "17\n");
    await expect(openEmbedded(folder, testLog)).rejects.toThrow("contains data of PostgreSQL 17");
    expect(readdirSync(folder)).toEqual(["PG_VERSION"]);
  });

  test("the embedded database behaves like a PostgreSQL server for errors, prepared statements, large values and disconnected clients", async () => {
    vi.useFakeTimers({ toFake: ["setInterval"] });
    const { pool, close } = await openEmbedded(copyFirst("asked"), testLog);
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
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

    await pool.query("delete from cup");
    const client = await pool.connect();
    await client.query("begin");
    await client.query("insert into cup values ('half')");
    client.release(true);
    expect((await pool.query("select * from cup")).rows).toEqual([]);

    const turns = Array.from({ length: 40 }, (_, turn) => turn);
    const answers = await Promise.all(turns.map((turn) => pool.query("select $1::int as turn", [turn])));
    expect(answers.map((answer) => answer.rows[0].turn)).toEqual(turns);
    await close();
  });
});

interface Child {
  process: ChildProcess;
  lines: string[];
}

function start(folder: string, mode = "write", launcher: readonly string[] = []): Child {
  const program = path.resolve("tests/support/write-endlessly.ts");
  const [first, ...words] = [...launcher, process.execPath, program, folder, mode];
  return listenTo(spawn(first, words, { stdio: ["ignore", "pipe", "inherit"] }));
}

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

async function kill(running: ChildProcess): Promise<void> {
  children.delete(running);
  if (running.exitCode !== null || running.signalCode !== null) return;
  const gone = new Promise((resolve) => running.once("close", resolve));
  running.kill("SIGKILL");
  await gone;
}

/** Counts the fsync calls before each row number that the process printed. `trace` is the output of strace. */
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
