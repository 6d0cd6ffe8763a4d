import { createHash } from "node:crypto";
import type { RenderedPage } from "#contract/page.ts";

export interface Chunk {
  file: string;
  imports?: string[];
}

export function listLinks(
  manifest: Record<string, Chunk>,
  module: string,
  seen = new Set<string>(),
): string[] {
  const chunk = manifest[module];
  if (!chunk || seen.has(module)) return [];
  seen.add(module);
  return [
    `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${chunk.file}">`,
    ...(chunk.imports ?? []).flatMap((imported) => listLinks(manifest, imported, seen)),
  ];
}

export const hashScript = (script: string): string =>
  `sha256-${createHash("sha256").update(script).digest("base64")}`;

/** Replaces by function: a `$&` in a product's text must stay what it is. */
export const fillTemplate = (frame: string, head: string, app: string, data: string): string =>
  frame
    .replace("<!--head-->", () => head)
    .replace("<!--app-->", () => app)
    .replace("<!--data-->", () => data);

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
  return ({ head, app, data, modules }) => {
    const name = modules.join(" ");
    const linked = links.get(name) ?? linkMissing(modules);
    links.set(name, linked);
    return fillTemplate(frame, head + linked, app, data);
  };
}
