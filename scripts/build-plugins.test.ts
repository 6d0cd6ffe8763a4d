import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { Script } from "node:vm";
import { build, type PluginOption, type Rolldown } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { beforeScripts, builtinImports, checkedImports, styleLayers } from "./vite-plugins.ts";

/* Applies each plugin of the build to a small page. These are plugins that no setting of Vite replaces. */

const PAGE = `<!doctype html><html><head><!--before-scripts--></head><body>
<script type="module" src="/entry.js"></script></body></html>`;

/** Builds a page out of these files, by their names; gives what is sent, by its name without the hash. */
async function buildFiles(
  files: Record<string, string>,
  plugin: PluginOption,
  ssr = false,
): Promise<Record<string, string>> {
  const root = mkdtempSync(path.join(os.tmpdir(), "taruva-build-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [name, text] of Object.entries({ "index.html": PAGE, ...files })) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: "silent",
    plugins: [plugin],
    build: {
      write: false,
      minify: false,
      cssMinify: false,
      assetsInlineLimit: 0,
      ...(ssr && { ssr: "entry.js" }),
    },
  })) as Rolldown.RolldownOutput;
  return Object.fromEntries(
    output.map((file) => [
      path.basename(file.fileName).replace(/-[\w-]{8}(?=\.)/, ""),
      file.type === "chunk" ? file.code : String(file.source),
    ]),
  );
}

test("puts a style sheet on the layer of its folder, and leaves its imports and other sheets unchanged", async () => {
  const rule = (name: string) => `.${name} { color: red; }`;
  const files = await buildFiles(
    {
      "entry.js": [
        'import "./ui/tokens.css";',
        'import button from "./ui/button.module.css";',
        'import bag from "./shop/cart/web/bag.module.css";',
        'import header from "./web/shell/header.module.css";',
        'import home from "./web/pages/home.module.css";',
        'import "./packages/toast.css";',
        "document.title = [button.a, bag.a, header.a, home.a].join();",
      ].join("\n"),
      "ui/tokens.css": `@import "./reset.css";\n${rule("tokens")}`,
      "ui/reset.css": rule("reset"),
      "ui/button.module.css": rule("a"),
      "shop/cart/web/bag.module.css": rule("a"),
      "web/shell/header.module.css": rule("a"),
      "web/pages/home.module.css": rule("a"),
      "packages/toast.css": rule("toast"),
    },
    styleLayers,
  );
  const css = files["index.css"] ?? "";
  expect(css).toContain("@layer base, ui, feature, shell, page;");
  const layers = [...css.matchAll(/@layer (\w+) \{\s*\.([\w-]+)/g)].map(([, layer, name = ""]) => [
    layer,
    name.replace(/^_a_.*/, "a"),
  ]);
  expect(layers).toEqual([
    ["base", "tokens"],
    ["ui", "a"],
    ["feature", "a"],
    ["shell", "a"],
    ["page", "a"],
  ]);
  expect(css).toMatch(/;\s*\.reset[^}]*\}\s*@layer base/);
  expect(css).toMatch(/\}\s*\.toast/);
});

test("each import() goes through the shop's own loader, and names every file it needs, be it only one", async () => {
  const files = await buildFiles(
    {
      "entry.js": [
        'const lazy = () => import("./lazy.js");',
        'const styled = () => import("./styled.js");',
        "onclick = () => Promise.all([lazy(), styled()]);",
      ].join("\n"),
      "lazy.js": "export const lazy = 1;",
      "styled.js": 'import "./styled.css";\nimport { lazy } from "./lazy.js";\nexport const styled = lazy;',
      "styled.css": ".styled { color: red; }",
    },
    checkedImports,
  );
  const entry = files["index.js"] ?? "";
  expect(entry).toMatch(/importBuilt\(\(\) => import\("\.\/lazy-[^"]+"\),/);
  expect(entry).toMatch(/importBuilt\(\(\) => import\("\.\/styled-[^"]+"\),/);
  expect(entry).toContain("async function importBuilt(");
  expect(entry).not.toContain("modulepreload");
  const named = [...entry.matchAll(/"assets\/(\w+)-[\w-]{8}(\.\w+)"/g)].map(
    ([, name, kind]) => `${name}${kind}`,
  );
  expect([...new Set(named)].toSorted()).toEqual(["lazy.js", "styled.css", "styled.js"]);
});

test("inlines the script before all others as one expression without types or comments", async () => {
  const { "index.html": page = "" } = await buildFiles({ "entry.js": "onclick = null;" }, beforeScripts);
  const [, script = ""] = /<head>[\s\S]*?<script>([\s\S]*?)<\/script>/.exec(page) ?? [];
  expect(page).not.toContain("<!--before-scripts-->");
  expect(page.indexOf(script)).toBeLessThan(page.indexOf('type="module"'));
  expect(script).toMatch(/^\(\(\)=>\{.*\}\)\(\);?$/s);
  expect(script).not.toMatch(/\/\*|HTMLElement>/);
  expect(() => new Script(script)).not.toThrow();
});

test("what is built into Node is taken without an import, each under its own name and on its line", async () => {
  const { "entry.mjs": entry = "" } = await buildFiles(
    {
      "entry.js": [
        'import http, { createServer, STATUS_CODES as codes } from "node:http";',
        'import * as os from "node:os";',
        'import { other } from "./other.js";',
        "export const all = [http, createServer, codes, os, other];",
      ].join("\n"),
      "other.js": "export const other = () => 1;",
    },
    builtinImports,
    true,
  );
  expect(entry).not.toMatch(/^import/m);
  const { all } = (await import(`data:text/javascript,${encodeURIComponent(entry)}`)) as { all: unknown[] };
  expect(all.slice(0, 4)).toEqual([http, http.createServer, http.STATUS_CODES, os]);
});
