import { createHash } from "node:crypto";
import type { RenderedPage } from "#contract/page.ts";

export interface Chunk {
  file: string;
  imports?: string[];
}

function listLinks(manifest: Record<string, Chunk>, module: string, seen = new Set<string>()): string[] {
  const chunk = manifest[module];
  if (!chunk || seen.has(module)) return [];
  seen.add(module);
  return [
    `<link rel="modulepreload" fetchpriority="low" href="/${chunk.file}">`,
    ...(chunk.imports ?? []).flatMap((imported) => listLinks(manifest, imported, seen)),
  ];
}

/** Comments of index.html that say where the build's files stand. */
const STYLES = "<!--styles-->";
const SCRIPTS = "<!--scripts-->";

/**
 * The build's page with its files in the order in which a visitor needs them: the styles before all else, the scripts,
 * with low priority, behind everything that can be read. The inline script stands behind the styles: browsers wait
 * there until the styles have come, and then show the page as they read it, the first screen first.
 */
export function orderFiles(built: string): string {
  // What is fetched from the page's own site is fetched in the same way with and without `crossorigin`.
  const page = built.replaceAll(" crossorigin", "").replaceAll(/>\s+</g, "><");
  const styles = page.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  const scripts = page.match(/<script type="module"[^>]*><\/script>/g) ?? [];
  const rest = [...styles, ...scripts].reduce((html, file) => html.replace(file, ""), page);
  const later = scripts.map((script) => script.replace("<script ", '<script fetchpriority="low" '));
  return rest.replace(STYLES, () => styles.join("")).replace(SCRIPTS, () => SCRIPTS + later.join(""));
}

/** As a header, so that the styles are asked for before the page is read. */
export const announceStyles = (frame: string): string =>
  [...frame.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)]
    .map(([, href]) => `<${href}>; rel=preload; as=style`)
    .join(", ");

export const hashScript = (script: string): string =>
  `sha256-${createHash("sha256").update(script).digest("base64")}`;

interface PageParts extends Pick<RenderedPage, "head" | "app" | "data"> {
  /** Links to the files of this page. */
  files?: string;
}

/** Replaces by function: a `$&` in a product's text must stay what it is. */
export const fillTemplate = (frame: string, { head, app, data, files = "" }: PageParts): string =>
  frame
    .replace("<!--head-->", () => head)
    .replace("<!--app-->", () => app)
    .replace("<!--data-->", () => data)
    .replace(SCRIPTS, () => files);

/** Puts pages of the build into its document, with links to the code they need. */
export function createPageWriter(
  frame: string,
  manifest: Record<string, Chunk>,
): (page: RenderedPage) => string {
  const links = new Map<string, string>();
  const linkMissing = (modules: readonly string[]): string => {
    const early = [...new Set(modules.flatMap((module) => listLinks(manifest, module)))];
    return early.filter((link) => !frame.includes(/\/assets\/[^"]+/.exec(link)?.[0] ?? link)).join("");
  };
  return (page) => {
    const name = page.modules.join(" ");
    const files = links.get(name) ?? linkMissing(page.modules);
    links.set(name, files);
    return fillTemplate(frame, { ...page, files });
  };
}
