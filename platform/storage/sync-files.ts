import { open, readdir } from "node:fs/promises";
import path from "node:path";

const AT_ONCE = 4;

/**
 * Waits until every file of a folder has reached the disk: those that were copied are there when the system finds the
 * time, and a power cut before that would leave a database that does not open. Files that go meanwhile are left out.
 */
export async function syncFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.map((entry) => path.join(entry.parentPath, entry.name));
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let file = files.pop(); file !== undefined; file = files.pop()) await sync(file).catch(() => {});
    }),
  );
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
