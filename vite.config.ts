import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { beforeScripts, builtinImports, checkedImports, styleLayers } from "./scripts/vite-plugins.ts";
import { createSharedChunks } from "./scripts/shared-chunks.ts";

/**
 * The weight of a page or another separately loaded module: how much its download size matters when shared modules are
 * grouped into chunks. The product page is the largest page. With a lower weight, the page "Lay the table" would load a
 * chunk of the product page with all its imports. Drawers and dialogs are loaded when the page is idle.
 */
function weightOf(part: string): number {
  if (part.endsWith("/web/pages/product.tsx")) return 4;
  if (part.endsWith("/web/pages/lay-the-table.tsx")) return 6;
  if (/\/web\/pages\/(home|listing|cart|checkout|feedback|order-details)\.tsx$/.test(part)) return 3;
  if (part.includes("/web/account/")) return 1;
  return part.includes("/web/pages/") ? 2 : 0.4;
}

/** The class name needs no folder, because no two style sheets of the shop have the same name. */
const nameClass = (name: string, file: string): string =>
  `${path.basename(file.replace(/\?.*/, ""), ".module.css")}-${name}`;

export default defineConfig({
  plugins: [react(), builtinImports, beforeScripts, checkedImports, styleLayers],
  builder: {},
  publicDir: "web/public",
  css: { modules: { generateScopedName: nameClass } },
  server: { watch: { ignored: ["**/platform/**", "**/server/**", "**/tests/**", "**/data/**"] } },
  environments: {
    client: {
      build: {
        outDir: "dist/client",
        manifest: true,
        assetsInlineLimit: 0,
        // One file with all styles (13 KB compressed) loads faster than seven, and later pages load no styles.
        cssCodeSplit: false,
        rolldownOptions: {
          output: { codeSplitting: { groups: [createSharedChunks("index.html", weightOf)] } },
        },
      },
    },
    // The server (docs/developers/decisions/020). `external` packages are loaded from node_modules.
    shop: {
      consumer: "server",
      resolve: {
        noExternal: true,
        external: [
          "sharp",
          "@electric-sql/pglite",
          "age-encryption",
          "libheif-js",
          "@myriaddreamin/typst-ts-web-compiler",
          "vite",
        ],
      },
      build: {
        outDir: "dist/shop",
        copyPublicDir: false,
        sourcemap: true,
        rolldownOptions: {
          input: {
            main: "server/main.ts",
            cli: "server/cli.ts",
            "fill-demo": "server/demo/fill-demo.ts",
            "embedded-worker": "platform/database/embedded/embedded-worker.ts",
            "render-thread": "platform/pages/render-thread.ts",
            "picture-process": "shop/media/server/picture-process.ts",
            "paper-process": "shop/invoices/server/papers/paper-process.ts",
          },
          output: {
            entryFileNames: "[name].js",
            chunkFileNames: "[name].js",
            sourcemapExcludeSources: true,
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: "dist/server",
        copyPublicDir: false,
        rolldownOptions: {
          input: { "entry-server": "web/entry-server.tsx", crawlers: "web/crawlers.ts" },
        },
      },
    },
  },
});
