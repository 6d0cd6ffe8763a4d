import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { watch } from "../load/watch.ts";
import { createOpenedDatabase, expect, prepareShop, test } from "../support/journey-shop.ts";
import { createRegularCustomer } from "../support/visitors.ts";

test(
  "a version with a breaking migration starts only after the running version has closed, and customers see no error (T46)",
  { tag: ["@long", "@one-process", "@server"] },
  async () => {
    const database = await createOpenedDatabase();
    const release = layNextVersion();
    const open = await prepareShop("server", {}, { databaseUrl: database.url });
    const next = await prepareShop("server", {}, { databaseUrl: database.url, release });
    try {
      await open.shop.open();
      const { user, accessToken } = await createRegularCustomer(open.shop.url, "upgrade");
      const customers = watch(open.shop.url, [`/api/orders/user/${user._id}`], { token: accessToken });
      await expect(next.shop.open()).rejects.toThrow(
        /9001-test-next\.sql .* breaks the version .*Nothing was changed/,
      );
      const { length } = customers.looks;
      await expect.poll(() => customers.looks.length).toBeGreaterThan(length);
      await customers.stop();
      expect(new Set(customers.looks.map(({ status }) => status))).toEqual(new Set([200]));

      expect(await open.shop.end("SIGTERM")).toBe(0);
      await next.shop.open();
      await expect(open.shop.open()).rejects.toThrow(
        /has 9001-test-next\.sql, which came with a later version/,
      );
    } finally {
      await next.shop.kill();
      await open.shop.kill();
      await database.drop();
      rmSync(release, { recursive: true, force: true });
    }
  },
);

/** Builds the next release: the same program, and a migration that renames a column that this version reads. */
function layNextVersion(): string {
  const root = path.resolve(import.meta.dirname, "../..");
  const release = mkdtempSync(path.join(os.tmpdir(), "taruva-release-"));
  const copied = ["dist", "migrations", "package.json"];
  for (const name of copied) cpSync(path.join(root, name), path.join(release, name), { recursive: true });
  for (const name of readdirSync(root).filter((each) => !copied.includes(each) && !each.startsWith(".")))
    symlinkSync(path.join(root, name), path.join(release, name));
  writeFileSync(
    path.join(release, "migrations/9001-test-next.sql"),
    "-- Breaks earlier versions: a request is kept elsewhere\nalter table orders rename column return_request to request;\n",
  );
  return release;
}
