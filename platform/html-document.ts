import { createHash } from "node:crypto";

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
