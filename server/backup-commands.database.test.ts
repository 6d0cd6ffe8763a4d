import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { findLastCopy } from "#platform/checks/backups.ts";
import { recordCommand } from "#platform/operator/audit.ts";
import { UsageError } from "#platform/operator/command.ts";
import { createBackup, listOldBackups, parseKeep } from "./backup-commands.ts";
import { createTestContext, type TestContext } from "../tests/support/database.ts";

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
});
beforeEach(() => context.wipe());
afterAll(() => context.close());

test("backup create writes into an existing folder, and --keep deletes older backups", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "taruva-backups-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const create = (file: string, options: Record<string, string> = {}) => {
    context.clock.advance(1_000);
    return createBackup(context, context.now(), { args: { file }, options, folder });
  };
  await expect(create("mnt/stick/")).rejects.toThrow(
    `There is no folder ${path.join(folder, "mnt/stick")}. Check that its disk is mounted`,
  );
  expect(await readdir(folder)).toEqual([]);
  await expect(create(folder, { keep: "0" })).rejects.toThrow(UsageError);

  await writeFile(path.join(folder, "taruva-before-diwali.backup.gz"), "named by someone");
  const made = [await create(folder), await create(folder), await create(folder, { keep: "2" })];
  const names = made.map(({ facts }) => path.basename(String(facts?.["file"])));
  expect((await readdir(folder)).toSorted()).toEqual([...names.slice(1), "taruva-before-diwali.backup.gz"]);
  expect(made[2]).toMatchObject({ facts: { removed: "1 older backup" }, data: { removed: [names[0]] } });
  expect(made[2]?.message).toContain(`Older backups that were removed: ${names[0]}`);
  expect(made[2]?.message).toContain("The backup is on the same disk as the data");
});

test("only a backup with pictures that was downloaded at the desk, or a recorded copy, counts as a copy on another device", async () => {
  const create = { noun: "backup", verb: "create", osUser: "asha" };
  const asOwner = { name: "Asha", role: "owner" } as const;
  const file = "shop.backup.gz";
  const record = async (command: Parameters<typeof recordCommand>[1]) => {
    context.clock.advance(1_000);
    const times = { startedAt: context.now(), endedAt: context.now() };
    await recordCommand(context.db, command, times, { outcome: "done", result: {} });
    return findLastCopy(context);
  };
  expect(await record({ ...create, args: { file }, options: { "one-file": "on" } })).toBeNull();
  expect(await record({ ...create, ...asOwner, args: {}, options: { "one-file": "on" } })).toBeNull();
  expect(await record({ ...create, ...asOwner, args: { file }, options: {} })).toBeNull();
  expect(await record({ ...create, ...asOwner, args: { file }, options: { "one-file": "on" } })).toEqual(
    context.now(),
  );
  expect(await record({ ...create, verb: "copied", args: { place: "elsewhere" }, options: {} })).toEqual(
    context.now(),
  );
});

const listHourly = (from: string, hours: number) =>
  Array.from({ length: hours }, (_, hour) => {
    const made = new Date(Date.parse(from) + hour * 3_600_000).toISOString();
    return `taruva-${made.slice(0, 10)}-${made.slice(11, 19).replaceAll(":", "")}.backup.gz${hour % 2 ? ".age" : ""}`;
  });

test("the option --keep reduces a year of hourly backups to the newest of each hour, day, week and month, and deletes no other file", () => {
  const strangers = [
    "taruva-before-diwali.backup.gz",
    "taruva-2025-12-01-000000.backup.gz.unfinished",
    "notes.txt",
  ];
  const names = [...listHourly("2025-11-20T00:30:00Z", 24 * 368), ...strangers];
  const old = new Set(listOldBackups(names, parseKeep("48h,7d,5w,12m") ?? expect.unreachable()));
  const stay = names.filter((name) => !old.has(name));
  expect(stay).toEqual(expect.arrayContaining(strangers));
  const made = stay.filter((name) => !strangers.includes(name)).toReversed();
  expect(made.slice(0, 48)).toEqual(
    listHourly("2025-11-20T00:30:00Z", 24 * 368)
      .slice(-48)
      .toReversed(),
  );
  // The newest of the older backups is kept for each of the last 7 days, 5 weeks and 12 months.
  expect(made.slice(48).map((name) => name.slice(7, 17))).toEqual(
    (
      "2026-11-20 2026-11-19 2026-11-18 2026-11-17 2026-11-16 2026-11-15 2026-11-08 2026-11-01 2026-10-31 2026-10-25 2026-09-30 2026-08-31 2026-07-31 " +
      "2026-06-30 2026-05-31 2026-04-30 2026-03-31 2026-02-28 2026-01-31 2025-12-31"
    ).split(" "),
  );
});

test.each(["48h,7d,5w,12m", "30", "3d,2m"])(
  "with --keep %s the script for backup copies deletes and prints the same files that the shop would delete",
  async (keep) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "taruva-copies-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    // Creates backups for 75 days: one every hour in the last 60 hours, and two a day before that.
    const hourly = listHourly("2027-12-28T00:30:00Z", 24 * 75);
    const made = hourly.filter((_, hour) => hour > hourly.length - 60 || hour % 12 === 0);
    const names = [...made, "taruva-old.backup.gz", "notes.txt"];
    await Promise.all(names.map((name) => writeFile(path.join(folder, name), "")));
    const old = listOldBackups(names, parseKeep(keep) ?? expect.unreachable());
    expect(prune("--dry-run", folder, keep)).toEqual(old);
    expect(await readdir(folder)).toHaveLength(names.length);
    expect(prune(folder, keep)).toEqual(old);
    expect((await readdir(folder)).toSorted()).toEqual(
      names.filter((name) => !old.includes(name)).toSorted(),
    );
  },
);

test.each(["", "0d", "7x", "d7", "7d,", "-1d", "7dd"])(
  "the shop and the script for backup copies refuse the value %j for --keep",
  (keep) => {
    expect(() => parseKeep(keep)).toThrow(UsageError);
    if (keep !== "") expect(() => prune(os.tmpdir(), keep)).toThrow("is not a number of hours");
  },
);

function prune(...args: string[]): string[] {
  const script = path.resolve(import.meta.dirname, "../deploy/backup/prune-backups");
  return execFileSync("sh", [script, ...args], { encoding: "utf8", stdio: "pipe" })
    .split("\n")
    .filter(Boolean);
}
