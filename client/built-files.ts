/* Loads further files of the build. The build replaces every `import()` by `importBuilt`, because many browsers
   never retry a module that once failed (fixed in Chrome 156 and Firefox 154, not in Safari 27): each file is
   fetched first, then imported. */

import { fetchInTime } from "./fetch-in-time.ts";
import { hasTabStorage, readStoredInTab, writeStoredInTab } from "./storage.ts";

const NOT_FOUND = 404;
/** A key in the session's storage: the build that the document was last loaded again for. */
const RELOADED = "reloadedBuild";

/** Loaded or loading files by name; a failed file is removed, and fetched again at the next request. */
const files = new Map<string, Promise<unknown>>();
let isOutdated = false;

/** Imports a module of the build after all files it needs are loaded. @throws if one of them cannot be loaded */
export async function importBuilt<Module>(
  load: () => Promise<Module>,
  names: readonly string[] = [],
): Promise<Module> {
  await Promise.all(names.map(fetchBuilt));
  try {
    return await load();
  } catch (cause) {
    // All files could be loaded, so the failed import is cached by the browser until the document is loaded again.
    isOutdated = true;
    throw cause;
  }
}

/**
 * Returns true if the next navigation should load the document again, because the server no longer has this build. Once
 * for each build, because another reload would not help.
 */
export function isReloadDue(): boolean {
  return isOutdated && navigator.onLine && hasTabStorage() && readStoredInTab(RELOADED) !== import.meta.url;
}

/** Loads the document at the current URL again. */
export function reloadDocument(): void {
  if (!writeStoredInTab(RELOADED, import.meta.url)) throw new Error("A further load might not be the last.");
  location.reload();
}

/** Loads the style sheet again if it failed. */
export function retryStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]"))
    if (!link.sheet) link.replaceWith(link.cloneNode());
}

function fetchBuilt(name: string): Promise<unknown> {
  // An earlier request may fail with its connection, so this request fetches the file again.
  return files.get(name)?.catch(() => files.get(name) ?? fetchAnew(name)) ?? fetchAnew(name);
}

function fetchAnew(name: string): Promise<unknown> {
  const file = fetchFile(`/${name}`);
  files.set(name, file);
  file.catch(() => files.delete(name));
  return file;
}

async function fetchFile(address: string): Promise<void> {
  // The browser has already fetched files that the document refers to.
  if (document.querySelector(`link[href="${address}"],script[src="${address}"]`)) return;
  const response = await fetchInTime(address);
  isOutdated ||= response.status === NOT_FOUND;
  if (!response.ok) throw new Error(`${address} was answered with ${response.status}.`);
  // Reading it to the end puts it into the browser's cache, from which the import takes it.
  await response.arrayBuffer();
}
