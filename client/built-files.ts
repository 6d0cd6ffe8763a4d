/*
 * The files of the build that come after the first ones. The build puts `importBuilt` around every `import()`, because
 * many browsers never ask again for a module that once failed (fixed in Chrome 156 and Firefox 154, not in Safari 27):
 * each file is fetched first, and imported once it is there.
 */

import { fetchInTime } from "./fetch-in-time.ts";
import { hasTabStorage, readStoredInTab, writeStoredInTab } from "./storage.ts";

const NOT_FOUND = 404;
/** A key in the session's storage: the build that the document was last loaded again for. */
const RELOADED = "reloadedBuild";

/**
 * Files that are there or on their way, by name; a file that failed leaves, and is fetched again at the next request.
 */
const files = new Map<string, Promise<unknown>>();
let outdated = false;

/** Imports a module of the build once all files it needs are there. @throws when one of them cannot be loaded */
export async function importBuilt<Module>(
  load: () => Promise<Module>,
  names: readonly string[] = [],
): Promise<Module> {
  await Promise.all(names.map(fetchBuilt));
  try {
    return await load();
  } catch (cause) {
    // All its files are there: what the browser remembers of an earlier failure ends with the document.
    outdated = true;
    throw cause;
  }
}

/**
 * Whether the next navigation should load the document again, because the server no longer has this build.
 * Once for each build: should its files still be missing after that, a further load would not bring them.
 */
export function isReloadDue(): boolean {
  return outdated && navigator.onLine && hasTabStorage() && readStoredInTab(RELOADED) !== import.meta.url;
}

/** Loads the document at the present address again. */
export function reloadDocument(): void {
  if (!writeStoredInTab(RELOADED, import.meta.url)) throw new Error("A further load might not be the last.");
  location.reload();
}

/** Asks again for the styles, which are one file, when they could not be loaded. */
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
  outdated ||= response.status === NOT_FOUND;
  if (!response.ok) throw new Error(`${address} was answered with ${response.status}.`);
  // Read to its end it is in the browser's cache, where the import finds it.
  await response.arrayBuffer();
}
