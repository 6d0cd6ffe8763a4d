import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";

/** Source maps are dropped if they are not used for this many ms, because each takes 20 MB of memory. */
const FORGET_AFTER_MS = 600_000;

const PLACE = /(file:\/\/\S+?\.js):(\d+):(\d+)/;

const maps = new Map<string, SourceMap | null>();
let forgetting: NodeJS.Timeout | null = null;

/** Shows the source files in stack traces. Node's `--enable-source-maps` would take 25 MB and 0.15 s at the start. */
export function nameSourcesInStacks(): void {
  Error.prepareStackTrace = (error, sites: readonly { toString(): string }[]) =>
    [describe(error), ...sites.map((site) => `at ${nameSource(site.toString())}`)].join("\n    ");
}

function describe(error: Error): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return "Error";
  }
}

function nameSource(site: string): string {
  const [place, code, line, column] = PLACE.exec(site) ?? [];
  if (!place || !code) return site;
  const map = findMap(code)?.findEntry(Number(line) - 1, Number(column) - 1);
  if (!map || !("originalSource" in map)) return site;
  const source = new URL(map.originalSource, code).href;
  return site.replace(place, `${source}:${map.originalLine + 1}:${map.originalColumn + 1}`);
}

function findMap(code: string): SourceMap | null {
  if (forgetting) forgetting.refresh();
  else forgetting = setTimeout(() => maps.clear(), FORGET_AFTER_MS).unref();
  const existing = maps.get(code);
  if (existing !== undefined) return existing;
  const map = readMap(code);
  maps.set(code, map);
  return map;
}

function readMap(code: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${code}.map`), "utf8")) as SourceMapPayload);
  } catch {
    return null; // The file has no source map.
  }
}
