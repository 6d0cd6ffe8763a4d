import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { UsageError } from "#platform/command.ts";
import { createBackup } from "../../../server/backup-commands.ts";
import { createTestContext } from "../../../tests/support/database.ts";

test("a backup goes into a folder that is there, and older ones leave it, as many as are not to stay", async () => {
  const context = await createTestContext();
  onTestFinished(() => context.close());
  const folder = await mkdtemp(path.join(os.tmpdir(), "taruva-backups-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const create = (file: string, options: Record<string, string> = {}) => {
    context.clock.advance(1_000);
    return createBackup(context, context.now(), { args: { file }, options, folder });
  };
  await expect(create("mnt/stick/")).rejects.toThrow(
    `There is no folder ${path.join(folder, "mnt/stick")}. Is its disk mounted?`,
  );
  expect(await readdir(folder)).toEqual([]);
  await expect(create(folder, { keep: "0" })).rejects.toThrow(UsageError);

  await writeFile(path.join(folder, "taruva-before-diwali.backup.gz"), "named by someone");
  const made = [await create(folder), await create(folder), await create(folder, { keep: "2" })];
  const names = made.map(({ facts }) => path.basename(String(facts?.["file"])));
  expect((await readdir(folder)).toSorted()).toEqual([...names.slice(1), "taruva-before-diwali.backup.gz"]);
  expect(made[2]).toMatchObject({ facts: { removed: "1 older backup" }, data: { removed: [names[0]] } });
  expect(made[2]?.message).toContain("It lies on the same disk as the data");
});
