import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pagePaths } from "#contract/page-paths.ts";
import type { Feature } from "#platform/feature.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#contract/time.ts";
import { commands } from "../server/commands.ts";
import { features, jobs, subscribers } from "../server/features.ts";
import { settingNames } from "../server/settings.ts";

// node scripts/write-map.ts: writes docs/developers/map.md from the manifests. A test notices when that is forgotten.

const root = path.resolve(import.meta.dirname, "..");

export const MAP = path.join(root, "docs/developers/map.md");

/** A part of the shop with its name and its file. */
interface Part {
  label: string;
  file: string;
}

/** Each owner's tables, calls, commands, jobs and services; then events and pages. */
export function renderMap(): string {
  const owners = [...features.map(({ name }) => name), "server", "platform"];
  return `${INTRODUCTION}## By owner\n\n${owners.map(renderOwner).join("")}${renderEvents()}${renderPages()}`;
}

const INTRODUCTION = `# Map

Written by \`node scripts/write-map.ts\` from the manifests that \`server/features.ts\` lists; a test fails when it is out of date. An owner is a
feature, the composition (\`server\`) or the platform. Nobody else reads or writes its tables. In brackets stands who may call.

`;

/** The code that runs on the server, by file. */
const sources = new Map(
  globSync(["shop/*/*.ts", "shop/*/server/**/*.ts", "server/**/*.ts", "platform/**/*.ts"], { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.endsWith(".test.ts"))
    .toSorted()
    .map((file) => [file, readFileSync(path.join(root, file), "utf8")]),
);

function renderOwner(owner: string): string {
  const feature = features.find(({ name }) => name === owner);
  const parts: Record<string, readonly Part[]> = {
    Tables: findDeclared("pgTable", owner),
    Calls: (feature?.routes ?? []).map(({ endpoint, handle }) => ({
      label: `\`${endpoint.method} ${endpoint.path}\` (${endpoint.policy})`,
      file: findFile(owner, String.raw`^(?:export )?(?:async )?(?:function|const) ${handle.name || "-"}\b`),
    })),
    Commands: listOwn(owner, commands, (each) => each.commands).map(({ noun, verb }) => ({
      label: `\`${`${noun} ${verb}`.trim()}\``,
      file: findFile(
        owner,
        `noun: "${noun}",\\s*verb: "${verb}"|\\b${verb}[A-Z]\\w+ = defineExport`,
        `noun: "${noun}"`,
      ),
    })),
    Jobs: listOwn(owner, jobs, (each) => each.jobs).map(({ name, everyMs }) => ({
      label: `\`${name}\` every ${formatInterval(everyMs)}`,
      file: findFile(owner, `"${name}"`),
    })),
    Services: findDeclared("defineService", owner),
    Settings: findSettings(owner),
  };
  const lines = Object.entries(parts).filter(([, those]) => those.length > 0);
  if (lines.length === 0) return "";
  return `### ${owner}\n\n${lines.map(([kind, those]) => `- **${kind}**: ${formatParts(those)}\n`).join("")}\n`;
}

/** The parts that a feature brings; those that no feature brings are the composition's. */
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

function findDeclared(declare: string, owner?: string): Part[] {
  const declaration = new RegExp(String.raw`\b${declare}\(\s*"([\w.-]+)"`, "g");
  return [...sources].flatMap(([file, text]) =>
    owner === undefined || ownerOf(file) === owner
      ? [...text.matchAll(declaration)].map(([, name = ""]) => ({ label: `\`${name}\``, file }))
      : [],
  );
}

/** Each setting where its schema is; schemas are made of the forms in `setting.ts`. */
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

/** The file of an owner in which the first of these patterns is found, else the one that lists such things. */
function findFile(owner: string, ...patterns: readonly string[]): string {
  const own = [...sources].filter(([file]) => ownerOf(file) === owner);
  const inList = (name: string) => own.find(([file]) => file.endsWith(`/${name}.ts`));
  const search = (files: readonly [string, string][]) =>
    patterns
      .map((pattern) => files.find(([, text]) => new RegExp(pattern, "m").test(text)))
      .find((file) => file !== undefined);
  return (search(own) ?? inList("routes") ?? inList("feature") ?? search([...sources]))?.[0] ?? "";
}

/** Formats the parts of a file together, followed by the file name. */
const formatParts = (parts: readonly Part[]): string =>
  [...Map.groupBy(parts, ({ file }) => file)]
    .map(([file, those]) => those.map(({ label }) => label).join(", ") + (file && ` in \`${file}\``))
    .join("; ");

function formatInterval(ms: number): string {
  const units = [
    [DAY, "day"],
    [HOUR, "hour"],
    [MINUTE, "minute"],
  ] as const;
  const [length, unit] = units.find(([each]) => ms >= each) ?? [SECOND, "second"];
  return ms === length ? unit : `${ms / length} ${unit}s`;
}

function renderEvents(): string {
  const rows = findDeclared("defineEvent").map(({ label, file }) => {
    const heard = subscribers
      .filter(({ topic }) => `\`${topic}\`` === label)
      .map(({ name }) => `\`${name}\``);
    return `| ${label} | \`${file}\` | ${heard.join(", ")} |\n`;
  });
  return `## Events\n\n| Event | Declared in | Subscribers |\n|---|---|---|\n${rows.join("")}\n`;
}

function renderPages(): string {
  const code = readFileSync(path.join(root, "web/routes.tsx"), "utf8");
  const rows = Object.entries(pagePaths).map(([name, paths]) => {
    const [, file = ""] = new RegExp(String.raw`\b${name}: \{\s*src: "([^"]+)"`).exec(code) ?? [];
    return `| ${paths.map((each) => `\`${each}\``).join(", ")} | \`${file}\` |\n`;
  });
  return `## Pages\n\n| Addresses | Page |\n|---|---|\n${rows.join("")}`;
}

if (import.meta.main) writeFileSync(MAP, renderMap());
