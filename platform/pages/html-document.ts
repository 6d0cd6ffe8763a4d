import { createHash } from "node:crypto";
import { API_META } from "#contract/endpoint.ts";
import { escapeHtml } from "#contract/html.ts";
import type { RenderedPage } from "#contract/page.ts";

export interface Chunk {
  file: string;
  imports?: string[];
}

function listLinks(manifest: Record<string, Chunk>, module: string, visited = new Set<string>()): string[] {
  const chunk = manifest[module];
  if (!chunk || visited.has(module)) return [];
  visited.add(module);
  return [
    `<link rel="modulepreload" fetchpriority="low" href="/${chunk.file}">`,
    ...(chunk.imports ?? []).flatMap((imported) => listLinks(manifest, imported, visited)),
  ];
}

const STYLES = "<!--styles-->";
const HEAD = "<!--head-->";
const SCRIPTS = "<!--scripts-->";

/** Puts style sheets first and scripts last, so that browsers render the page progressively. */
export function orderFiles(built: string): string {
  // Removes `crossorigin`, which has no effect on files of the same origin.
  const page = built.replaceAll(" crossorigin", "").replaceAll(/>\s+</g, "><");
  const styles = page.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  const scripts = page.match(/<script type="module"[^>]*><\/script>/g) ?? [];
  const remainder = [...styles, ...scripts].reduce((html, file) => html.replace(file, ""), page);
  const later = scripts.map((script) => script.replace("<script ", '<script fetchpriority="low" '));
  return remainder.replace(STYLES, () => styles.join("")).replace(SCRIPTS, () => SCRIPTS + later.join(""));
}

/** Adds the API's origin to all pages if it is not the origin of the pages (D90). */
export const nameApi = (frame: string, apiUrl: string | undefined): string =>
  apiUrl === undefined
    ? frame
    : frame.replace(HEAD, () => `<meta name="${API_META}" content="${escapeHtml(apiUrl)}">${HEAD}`);

/** Returns a Link header, so that browsers request the style sheets early. */
export const announceStyles = (frame: string): string =>
  [...frame.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)]
    .map(([, href]) => `<${href}>; rel=preload; as=style`)
    .join(", ");

export const hashScript = (script: string): string =>
  `sha256-${createHash("sha256").update(script).digest("base64")}`;

interface PageParts extends Pick<RenderedPage, "head" | "app" | "data"> {
  files?: string;
}

/**
 * Returns a function that lists the pieces of a page's HTML in order. They stay separate, because V8 takes a
 * millisecond to join more than 128 KB.
 */
function splitTemplate(frame: string): (parts: PageParts) => string[] {
  const pieces = frame.split(/<!--(head|app|data|scripts)-->/);
  return ({ head, app, data, files = "" }) => {
    const parts: Record<string, string> = { head, app, data, scripts: files };
    return pieces.map((piece, at) => (at % 2 === 0 ? piece : (parts[piece] ?? "")));
  };
}

export const fillTemplate = (frame: string, parts: PageParts): string => splitTemplate(frame)(parts).join("");

export function createPageWriter(
  frame: string,
  manifest: Record<string, Chunk>,
): (page: RenderedPage) => string[] {
  const fill = splitTemplate(frame);
  const links = new Map<string, string>();
  const linkMissing = (modules: readonly string[]): string => {
    const early = [...new Set(modules.flatMap((module) => listLinks(manifest, module)))];
    return early.filter((link) => !frame.includes(/\/assets\/[^"]+/.exec(link)?.[0] ?? link)).join("");
  };
  return (page) => {
    const name = page.modules.join(" ");
    const files = links.get(name) ?? linkMissing(page.modules);
    links.set(name, files);
    return fill({ ...page, files });
  };
}
