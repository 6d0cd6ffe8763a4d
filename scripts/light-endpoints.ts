import type { Plugin } from "vite";

/** What a browser needs to know of an endpoint to ask it and to read its answer; the schemas and refusals are the server's. */
const KEPT: ReadonlySet<string> = new Set(["method", "path", "policy", "read"]);

interface Part {
  type: string;
  start: number;
  end: number;
}

interface Import extends Part {
  specifiers: { local: { name: string } }[];
}

interface Constants extends Part {
  declarations: { id: { name?: string } }[];
}

interface Declaration extends Part {
  callee: { name?: string };
  arguments: (Part & { properties?: (Part & { key?: { name?: string } })[] })[];
}

/**
 * Makes every `endpoint({…})` of the browser's build a mere `{ method, path, policy, read }`, so that no page carries the schemas
 * of all its calls. Forms take their schemas from the domain, never from an endpoint: here it would be missing.
 */
export const lightEndpoints: Plugin = {
  name: "light-endpoints",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  transform: {
    filter: { id: /\/shop\/[^/]+\/endpoints\.ts$/ },
    handler(code) {
      const light = callsIn(this.parse(code)).reduceRight(
        (text, call) => text.slice(0, call.start) + shortened(call, code) + text.slice(call.end),
        code,
      );
      return { code: withoutIdleParts(light, (text) => this.parse(text)), map: null };
    },
  },
};

/** What only the schemas needed goes with them, so that it lands where it is used: with the forms. */
function withoutIdleParts(code: string, parse: (code: string) => { body: Part[] }): string {
  const { body } = parse(code);
  const idle = body.find((part) => {
    const names = namesOnlyFor(part);
    const rest = code.slice(0, part.start) + code.slice(part.end);
    return names !== null && !names.some((name) => new RegExp(String.raw`\b${name}\b`).test(rest));
  });
  if (!idle) return code;
  return withoutIdleParts(code.slice(0, idle.start) + code.slice(idle.end), parse);
}

/** The names that an import or an unexported constant brings into the module; null for everything else. */
function namesOnlyFor(part: Part): string[] | null {
  if (part.type === "ImportDeclaration") return (part as Import).specifiers.map(({ local }) => local.name);
  if (part.type !== "VariableDeclaration") return null;
  const names = (part as Constants).declarations.map(({ id }) => id.name);
  return names.every((name) => name !== undefined) ? names : null;
}

function shortened({ arguments: [declared] }: Declaration, code: string): string {
  const kept = declared?.properties?.filter(({ key }) => KEPT.has(key?.name ?? "")) ?? [];
  return `{ ${kept.map(({ start, end }) => code.slice(start, end)).join(", ")} }`;
}

/** The calls of `endpoint` in a syntax tree, in the order they are written. */
function callsIn(node: unknown): Declaration[] {
  if (typeof node !== "object" || node === null) return [];
  if (isDeclaration(node)) return [node];
  return Object.values(node).flatMap(callsIn);
}

const isDeclaration = (node: object): node is Declaration =>
  "type" in node && node.type === "CallExpression" && (node as Declaration).callee.name === "endpoint";
