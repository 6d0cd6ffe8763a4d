import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { readLines } from "./backup-lines.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-lines-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ["one long line", Buffer.alloc(1_000_000, "a"), "one line of the file is too long"],
  [
    "too many lines",
    Buffer.from(`${"a".repeat(9_999)}\n`.repeat(100)),
    "the unpacked file is far larger than a backup can be",
  ],
])("a compression bomb of %s is refused before it uses much memory (T45)", async (_, megabyte, reason) => {
  const file = path.join(folder, "bomb.backup.gz");
  writeFileSync(file, Buffer.concat(Array<Buffer>(1_000).fill(gzipSync(megabyte))));
  expect(statSync(file).size).toBeLessThan(3_000_000);
  const previous = process.memoryUsage.rss();
  let most = 0;
  let count = 0;
  const read = async () => {
    for await (const { length } of readLines({ file })) {
      most = Math.max(most, length);
      // Measures the memory only at every hundredth line, because measuring takes longer than reading a line.
      if (count++ % 100 === 0) most = Math.max(most, process.memoryUsage.rss() - previous);
    }
  };
  await expect(read()).rejects.toThrow(reason);
  expect(Math.max(most, process.memoryUsage.rss() - previous)).toBeLessThan(300_000_000);
});
