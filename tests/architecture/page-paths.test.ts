import { expect, test } from "vitest";
import { pagePaths } from "#contract/page-paths.ts";
import { sources, type Source, parseSource } from "./sources.ts";
import { getText } from "./pieces.ts";

const TABLE = "contract/page-paths.ts";

const OF_DESK = /^desk\/|^contract\/desk-links\.ts$/;

test("paths of pages are only written in the route table", () => {
  const elsewhere = sources
    // The desk is a separate program with its own pages, so its files are not checked.
    .filter(({ file }) => file !== TABLE && !OF_DESK.test(file))
    .flatMap((source) => findPaths(source).map((path) => `${source.file}: ${path}`));
  expect(elsewhere).toEqual([]);
});

test.each([
  ['const to = "/cart";', ["/cart"]],
  ['const to = <a href="/products/">All</a>;', ["/products/"]],
  ["const to = `/product-${tile}` + `/order-details/${id}?pay`;", ["/product-…", "/order-details/…?pay"]],
  ["const isLogin = /^\\/(log-in|other)\\/?$/i;", ["^/(log-in|other)/?$"]],
  ["const isOrder = /^\\/order-details\\/./;", ["^/order-details/."]],
  ['call("/api/orders/user/:id"); const own = /^\\/(api\\/(orders|cart)|addresses)(\\/|$)/;', []],
  ['import "#shop/cart/web/cart.ts"; const path = ["/addresses/:userId", "orders", "/"];', []],
])("the check for page paths in the code reads '%s' and reports %j", (text, paths) => {
  expect(findPaths(parseSource("some.tsx", text))).toEqual(paths);
});

function findPaths({ pieces }: Source): string[] {
  return pieces.flatMap((piece) => {
    const text = getText(piece);
    if (text !== null) return PAGE.test(text) ? [text] : [];
    const pattern = (piece["regex"] as { pattern?: string } | undefined)?.pattern?.replaceAll("\\/", "/");
    return pattern !== undefined && isPagePattern(pattern) ? [pattern] : [];
  });
}

/** The fixed first part of each page path, without the leading slash and without the home page. */
const beginnings = Object.values(pagePaths)
  .flat()
  .map((path) => path.replace(/\/:.*$/, "").slice(1))
  .filter(Boolean);

/** Matches a page path. A digit may be replaced by `…`, which stands for an inserted value: `/product-…`. */
const PAGE = new RegExp(`^/(${beginnings.join("|").replaceAll(/\d/g, "(\\d|…)")})(?=$|[/?#…])`, "i");

const isPagePattern = (pattern: string): boolean =>
  [...pattern.matchAll(/(?<!\w)\/(?:\((?:\?:)?)?([\w|-]+)/g)].some(([, words = ""]) =>
    words.split("|").some((word) => beginnings.includes(word)),
  );
