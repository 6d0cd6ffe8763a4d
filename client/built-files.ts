/* This module loads chunks after the first page. Many browsers never retry a module whose import failed once (fixed in
   Chrome 156 and Firefox 154, not in Safari 27). So the build replaces every `import()` with `importBuilt`, which
   fetches each file before importing it. */

import { fetchInTime } from "./fetch-in-time.ts";
import { hasTabStorage, readStoredInTab, writeStoredInTab } from "./storage.ts";

const NOT_FOUND = 404;
const RELOADED = "reloadedBuild";

const files = new Map<string, Promise<unknown>>();
let isOutdated = false;

/** @throws if a file of the module cannot be loaded */
export async function importBuilt<Module>(
  load: () => Promise<Module>,
  names: readonly string[] = [],
): Promise<Module> {
  await Promise.all(names.map(fetchBuilt));
  try {
    return await load();
  } catch (cause) {
    // The browser remembers that the import of this module failed, so only a reload helps.
    isOutdated = true;
    throw cause;
  }
}

/**
 * True if a reload would help and is possible: the build is outdated or an import failed, the browser is online, and
 * this tab can store data and has not yet reloaded for this build.
 */
export function isReloadDue(): boolean {
  return isOutdated && navigator.onLine && hasTabStorage() && readStoredInTab(RELOADED) !== import.meta.url;
}

/**
 * Reloads the document. First stores the build in the tab's storage, so that a tab reloads only once for a build.
 * @throws Error, without reloading, if the tab cannot store data
 */
export function reloadDocument(): void {
  if (!writeStoredInTab(RELOADED, import.meta.url))
    throw new Error(
      "This tab cannot store data, so the page was not reloaded automatically. Please reload it.",
    );
  location.reload();
}

export function retryStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]"))
    if (!link.sheet) link.replaceWith(link.cloneNode());
}

function fetchBuilt(name: string): Promise<unknown> {
  return files.get(name)?.catch(() => files.get(name) ?? fetchAnew(name)) ?? fetchAnew(name);
}

function fetchAnew(name: string): Promise<unknown> {
  const file = fetchFile(`/${name}`);
  files.set(name, file);
  file.catch(() => files.delete(name));
  return file;
}

async function fetchFile(address: string): Promise<void> {
  if (document.querySelector(`link[href="${address}"],script[src="${address}"]`)) return;
  const response = await fetchInTime(address);
  isOutdated ||= response.status === NOT_FOUND;
  if (!response.ok) throw new Error(`The file ${address} could not be loaded (HTTP ${response.status}).`);
  // The browser caches a file whose body was read, so the import needs no request.
  await response.arrayBuffer();
}
