import { call } from "#client/api.ts";
import { readShell } from "./read-shell.ts";
import { renewShell } from "./shell-data.ts";

/**
 * Loads and shows the data that every page needs. Returns its catalogue revision; undefined if loading failed or the
 * backend has no revisions.
 */
export async function fetchShell(): Promise<number | undefined> {
  const { parts, revision } = await readShell(call);
  const { collections, offer, seller, ...rest } = parts;
  if (!seller && revision === undefined) return undefined;
  replaceBrandStyles(parts.brand?.styles);
  renewShell({ ...rest, seller, ...(collections && { collections }), ...(offer && { offer }) });
  return revision;
}

/** Keeps the old style sheet until the new one is loaded. */
function replaceBrandStyles(styles: string | undefined): void {
  const oldLinks = [...document.querySelectorAll('link[rel=stylesheet][href^="/brand/"]')];
  if (oldLinks.at(-1)?.getAttribute("href") === styles) return;
  const removeOld = () => oldLinks.forEach((link) => link.remove());
  if (styles === undefined) return removeOld();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = styles;
  link.addEventListener("load", removeOld);
  link.addEventListener("error", () => link.remove());
  document.head.append(link);
}
