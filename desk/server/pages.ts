import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export interface PageFile {
  type: string;
  bytes: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

export const findScript = (page: PageFile | null): string | null =>
  /<script type="module"[^>]* src="([^"]+)"/.exec(page?.bytes.toString() ?? "")?.[1] ?? null;

export function readPages(folder: string): (address: string) => PageFile | null {
  const files = new Map<string, PageFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const address = `/${path.relative(folder, file).replaceAll("\\", "/")}`;
    const type = TYPES[path.extname(entry.name)];
    if (entry.isFile() && type !== undefined) files.set(address, { type, bytes: readFileSync(file) });
  }
  const page = files.get("/index.html") ?? null;
  return (address) => files.get(address) ?? (path.extname(address) === "" ? page : null);
}
