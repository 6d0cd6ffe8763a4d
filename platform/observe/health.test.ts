import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import Fastify from "fastify";
import { afterEach, expect, test, vi } from "vitest";
import { testLog } from "../../tests/support/database.ts";
import { readConfig } from "../../tests/support/settings.ts";
import type { Db } from "../database/database.ts";
import { isDiskFull, measureFolder, requireSpace } from "../storage/disk-space.ts";
import { serveHealth } from "./health.ts";

const config = readConfig({ DATA_DIR: os.tmpdir() });
const execute = vi.fn(async () => ({}));
const context = { config, log: testLog, db: { execute } as unknown as Db };
let app = Fastify();
afterEach(() => app.close());

async function ask(url: string, { isLeaving = false, leastBytes = 0 } = {}) {
  app = Fastify();
  serveHealth(
    app,
    context,
    () => isLeaving,
    (folder) => isDiskFull(folder, leastBytes),
  );
  const { statusCode, headers, body } = await app.inject(url);
  return {
    status: statusCode,
    again: headers["retry-after"],
    said: (JSON.parse(body) as { status: string }).status,
  };
}

test("/readyz is 200 if the database answers and the disk has space", async () => {
  expect(await ask("/readyz")).toEqual({ status: 200, again: undefined, said: "ready" });
});

test("/readyz is 503 with the reason if the disk is full, and /healthz stays 200", async () => {
  expect(await ask("/readyz", { leastBytes: Infinity })).toEqual({ status: 503, again: "60", said: "disk" });
  expect((await ask("/healthz", { leastBytes: Infinity })).status).toBe(200);
});

test("/readyz?database=no checks this process without a query to the database", async () => {
  execute.mockClear();
  const url = "/readyz?database=no";
  expect(await ask(url)).toEqual({ status: 200, again: undefined, said: "ready" });
  expect(await ask(url, { isLeaving: true })).toMatchObject({ status: 503, said: "leaving" });
  expect(await ask(url, { leastBytes: Infinity })).toMatchObject({ status: 503, said: "disk" });
  expect(execute).not.toHaveBeenCalled();
});

test("work that would fill the disk is refused before it starts, and the error states the free and the needed space", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-room-"));
  mkdirSync(path.join(folder, "in"));
  writeFileSync(path.join(folder, "in", "side"), "12345");
  writeFileSync(path.join(folder, "beside"), "123");
  expect(await measureFolder(folder)).toBe(8);
  rmSync(folder, { recursive: true });
  await requireSpace(os.tmpdir(), 1);
  await expect(requireSpace(os.tmpdir(), 1e18)).rejects.toThrow(
    /^there is not enough space\. This may need .* MiB are free/,
  );
});
