import { links } from "#contract/links.ts";
import { SECOND } from "#contract/time.ts";
import { call } from "#client/api.ts";
import { listCategories } from "#shop/catalogue/endpoints.ts";
import type { LinkEntry } from "#ui/link-items.tsx";
import { useRenewal, useShell } from "./shell-data.ts";

/** The interval in ms at which a page loads the collections again while its tab is visible (§7, D41). */
const POLL_MS = 30 * SECOND;

export function describeMissing(collections: readonly string[] | null): string | null {
  if (collections === null) return "Loading collections...";
  return collections.length === 0 ? "No collections available" : null;
}

export const toCollectionLink = (collection: string): LinkEntry => ({
  label: collection,
  href: links.products({ collection }),
});

/** Returns null until the collections are first loaded. */
export function useCollections(): readonly string[] | null {
  const { collections } = useShell();
  useRenewal(collections === null, loadCollections, POLL_MS);
  return collections && collections.map(({ name }) => name);
}

async function loadCollections() {
  const { categories } = await call(listCategories, {});
  return { collections: categories.map(({ name }) => ({ name })) };
}
