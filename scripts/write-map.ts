import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Feature } from "#platform/feature.ts";
import type { Command } from "#platform/operator/command.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#contract/time.ts";
import { commands } from "../server/commands.ts";
import { features, jobs } from "../server/features.ts";
import { settingNames } from "../server/settings.ts";

// node scripts/write-map.ts: writes docs/developers/map.md from each feature.ts. A test checks that the map is current.

const root = path.resolve(import.meta.dirname, "..");

export const MAP = path.join(root, "docs/developers/map.md");

interface Part {
  label: string;
  file: string;
}

export function renderMap(): string {
  const owners = [...features.map(({ name }) => name), "server", "platform"];
  return `${INTRODUCTION}${owners.map(renderOwner).join("")}`;
}

const INTRODUCTION = `# Map

\`node scripts/write-map.ts\` writes this page from the manifests in \`server/features.ts\`; a test compares it. Each heading is a feature, the server or the platform, and no other code writes its tables. File names are relative to its folder, those of a feature to its folder \`server/\`. Calls are public unless their policy is in brackets.

`;

const sources = new Map(
  globSync(["shop/*/*.ts", "shop/*/server/**/*.ts", "server/**/*.ts", "platform/**/*.ts"], { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.endsWith(".test.ts"))
    .toSorted()
    .map((file) => [file, readFileSync(path.join(root, file), "utf8")]),
);

/** The file that defines each exported value, not a file that re-exports it. */
const exporters = new Map<unknown, { file: string; among: number }>();
for (const file of listImported(["server/commands.ts", "server/features.ts"])) {
  if (/\/index\.ts$|^server\/(features|commands)\.ts$/.test(file)) continue;
  const exports: Record<string, unknown> = await import(path.join(root, file));
  for (const value of Object.values(exports))
    for (const [each, among] of Array.isArray(value)
      ? value.map((part: unknown) => [part, value.length] as const)
      : [[value, 0] as const])
      if (among < (exporters.get(each)?.among ?? Infinity)) exporters.set(each, { file, among });
}

function listImported(entries: readonly string[]): string[] {
  const found = new Set(entries);
  for (const file of found)
    for (const [, from = ""] of (sources.get(file) ?? "").matchAll(
      /^(?:import|export)\b[^;"]*"([^"]+)";/gm,
    )) {
      const target = from.startsWith(".")
        ? path.posix.join(path.posix.dirname(file), from)
        : from.replace("#", "");
      if (sources.has(target)) found.add(target);
    }
  return [...found];
}

const findExporter = (...values: readonly unknown[]): string =>
  values.map((value) => exporters.get(value)?.file).find((file) => file !== undefined) ?? "";

function renderOwner(owner: string): string {
  const feature = features.find(({ name }) => name === owner);
  const parts: Record<string, readonly Part[]> = {
    Tables: findDeclared("pgTable", owner),
    Calls: (feature?.routes ?? []).map((route) => {
      const { method, path: url, policy } = route.endpoint;
      return {
        label: `\`${method} ${url}\`${policy === "public" ? "" : ` (${policy})`}`,
        file: findExporter(route.handle, route) || `shop/${owner}/server/feature.ts`,
      };
    }),
    Commands: joinVerbs(
      listOwn(owner, commands, (each) => each.commands),
      owner,
    ),
    Jobs: listOwn(owner, jobs, (each) => each.jobs).map((job) => ({
      label: `\`${job.name}\` every ${formatInterval(job.everyMs)}`,
      file: findExporter(job) || findFile(owner, `"${job.name}"`),
    })),
    Settings: findSettings(owner),
  };
  const lines = Object.entries(parts).filter(([, those]) => those.length > 0);
  if (lines.length === 0) return "";
  const written = lines.map(([kind, those]) => `- **${kind}**: ${formatParts(those, owner)}\n`);
  return `### ${owner}\n\n${written.join("")}\n`;
}

function joinVerbs(those: readonly Command[], owner: string): Part[] {
  const located = those.map((command) => ({
    command,
    file: findExporter(command) || findFile(owner, `noun: "${command.noun}",\\s+verb: "${command.verb}"`),
  }));
  return [...Map.groupBy(located, ({ command, file }) => `${file} ${command.noun}`).values()].map((group) => {
    const [first] = group;
    const verbs = group.map(({ command }) => command.verb).join("|");
    return { label: `\`${`${first?.command.noun} ${verbs}`.trim()}\``, file: first?.file ?? "" };
  });
}

/** Returns the commands or jobs that `owner` declares. Those that no feature declares belong to the owner `server`. */
function listOwn<Kind>(
  owner: string,
  all: readonly Kind[],
  getParts: (feature: Feature) => readonly Kind[] | undefined,
): readonly Kind[] {
  const feature = features.find(({ name }) => name === owner);
  if (feature) return getParts(feature) ?? [];
  return owner === "server"
    ? all.filter((part) => !features.some((each) => getParts(each)?.includes(part)))
    : [];
}

function findDeclared(declare: string, owner: string): Part[] {
  const declaration = new RegExp(String.raw`\b${declare}\(\s*"([\w.-]+)"`, "g");
  return [...sources].flatMap(([file, text]) =>
    ownerOf(file) === owner
      ? [...text.matchAll(declaration)].map(([, name = ""]) => ({ label: `\`${name}\``, file }))
      : [],
  );
}

function findSettings(owner: string): Part[] {
  const schemas = [...sources].filter(([, text]) => /\/setting\.ts"/.test(text));
  return settingNames.flatMap((name) => {
    const [file] = schemas.find(([, text]) => new RegExp(String.raw`[{\s]${name}: `).test(text)) ?? [];
    return file !== undefined && ownerOf(file) === owner ? [{ label: `\`${name}\``, file }] : [];
  });
}

function ownerOf(file: string): string {
  const [first = "", second = ""] = file.replace(/\.ts$/, "").split("/");
  return features.some(({ name }) => name === second) ? second : first;
}

function findFile(owner: string, ...patterns: readonly string[]): string {
  const files = [...sources].filter(([file]) => ownerOf(file) === owner);
  return (
    patterns
      .map((pattern) => files.find(([, text]) => new RegExp(pattern).test(text))?.[0])
      .find((file) => file !== undefined) ?? ""
  );
}

const formatParts = (parts: readonly Part[], owner: string): string =>
  [...Map.groupBy(parts, ({ file }) => file)]
    .map(([file, those]) => `${shorten(file, owner)} ${those.map(({ label }) => label).join(", ")}`.trim())
    .join("; ");

const shorten = (file: string, owner: string): string =>
  file.replace(new RegExp(`^(?:shop/)?${owner}/(?:server/)?`), "");

function formatInterval(ms: number): string {
  const units = [
    [DAY, "day"],
    [HOUR, "hour"],
    [MINUTE, "minute"],
  ] as const;
  const [length, unit] = units.find(([each]) => ms >= each) ?? [SECOND, "second"];
  return ms === length ? unit : `${ms / length} ${unit}s`;
}

if (import.meta.main) writeFileSync(MAP, renderMap());
