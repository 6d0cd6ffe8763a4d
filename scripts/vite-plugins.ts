import { readFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import path from "node:path";
import { type ESTree, parseSync, type Plugin, minify, transformWithOxc } from "vite";

const LAYERS = ["base", "ui", "feature", "shell", "page"];

/** Puts each style sheet into the cascade layer of its folder, so that pages and the desk override those of ui/. */
export const styleLayers: Plugin = {
  name: "style-layers",
  enforce: "pre",
  transform(code, id) {
    const layer = getStyleLayer(id.replace(/\?.*/, ""));
    return layer === null ? null : { code: putOnLayer(code, layer), map: null };
  },
};

function putOnLayer(code: string, layer: string): string {
  const [imports = ""] = /^(?:\s*@import [^;]+;)*/.exec(code) ?? [];
  const rules = code.slice(imports.length);
  return `@layer ${LAYERS.join(", ")};\n${imports}\n@layer ${layer} {\n${rules}\n}`;
}

function getStyleLayer(file: string): string | null {
  if (!file.endsWith(".css")) return null;
  if (/\/ui\/[^/]+\.module\.css$/.test(file)) return "ui";
  if (file.includes("/ui/")) return "base";
  if (/\/shop\/[^/]+\/web\//.test(file)) return "feature";
  if (file.includes("/web/shell/")) return "shell";
  return /\/(web\/pages|desk\/web)\//.test(file) ? "page" : null;
}

const SOURCE = "web/before-scripts.ts";

/** Inlines web/before-scripts.ts into the page. The Content-Security-Policy allows it by its hash. */
export const beforeScripts: Plugin = {
  name: "before-scripts",
  transformIndexHtml: {
    // "post" keeps Vite from moving this script with the page's other scripts.
    order: "post",
    async handler(html) {
      const { code } = await transformWithOxc(await readFile(SOURCE, "utf8"), SOURCE);
      const small = (await minify(SOURCE, code)).code.trim();
      return html.replace("<!--before-scripts-->", () => `<script>${small}</script>`);
    },
  },
};

const HELPER = /vite\/preload-helper\.js$/;
const OURS = path.resolve(import.meta.dirname, "../client/built-files.ts");

/** True if a dynamic import must load the file. The entry script's files are already loaded. */
const isNotThere = (file: string): boolean => !/\/(?:rolldown-runtime|packages|shop)-[^/]+\.js$/.test(file);

/** Replaces Vite's helper for `import()` with `importBuilt`, and passes it the names of the files to load. */
export const checkedImports: Plugin = {
  name: "checked-imports",
  apply: "build",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "client",
  config: () => ({
    build: {
      modulePreload: {
        polyfill: false,
        resolveDependencies: (file, others, { hostType }) =>
          hostType === "js" ? [...new Set([file, ...others.filter(isNotThere)])] : others,
      },
    },
  }),
  load: {
    filter: { id: HELPER },
    handler: () => `export { importBuilt as __vitePreload } from ${JSON.stringify(OURS)};`,
  },
};

/**
 * Replaces imports of Node modules by `process.getBuiltinModule`, because an import also loads the module's lazy
 * exports. Among them is Node's fetch, which takes 35 ms and 13 MB in each thread.
 */
export const builtinImports: Plugin = {
  name: "builtin-imports",
  apply: "build",
  applyToEnvironment: ({ name }) => name !== "client",
  renderChunk(code, { fileName }) {
    let rewritten = code;
    const { body } = parseSync(fileName, code).program;
    for (const statement of body.toReversed()) {
      if (statement.type !== "ImportDeclaration" || !isBuiltin(statement.source.value)) continue;
      rewritten =
        rewritten.slice(0, statement.start) + rewriteImport(statement) + rewritten.slice(statement.end);
    }
    // Each replacement stays on the line of its import, so the source map is still correct.
    return { code: rewritten, map: null };
  },
};

function rewriteImport({ source, specifiers }: ESTree.ImportDeclaration): string {
  const module = `process.getBuiltinModule(${JSON.stringify(source.value)})`;
  const bindings: string[] = [];
  const moduleNames: string[] = [];
  for (const specifier of specifiers) {
    const { name } = specifier.local;
    if (specifier.type !== "ImportSpecifier") moduleNames.push(name);
    else if ("name" in specifier.imported) bindings.push(`${specifier.imported.name}: ${name}`);
  }
  return [
    ...moduleNames.map((name) => `const ${name} = ${module};`),
    ...(bindings.length > 0 ? [`const { ${bindings.join(", ")} } = ${module};`] : []),
  ].join(" ");
}
