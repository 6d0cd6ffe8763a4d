import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { beforeScripts, builtinImports, checkedImports, styleLayers } from "./scripts/vite-plugins.ts";
import { createSharedChunks } from "./scripts/shared-chunks.ts";

/**
 * What most visits come through counts most, the product's page before all: it is the largest of them. Drawers and
 * dialogs come when the page is idle.
 */
function weightOf(part: string): number {
  if (part.endsWith("/web/pages/product.tsx")) return 3.5;
  if (/\/web\/pages\/(home|listing|cart|checkout|feedback)\.tsx$/.test(part)) return 3;
  return part.includes("/web/pages/") ? 1 : 0.4;
}

/** `footer-links`: no two style sheets have the same name. */
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
        // All styles are 13 KB as sent: in one file they cost a page less than its own in seven, and the next nothing.
        cssCodeSplit: false,
        rolldownOptions: {
          output: { codeSplitting: { groups: [createSharedChunks("index.html", weightOf)] } },
        },
      },
    },
    // The server as production runs it (docs/developers/decisions/020); what cannot be in it comes from node_modules.
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
          input: { "entry-server": "web/entry-server.tsx", "entry-addresses": "web/entry-addresses.ts" },
        },
      },
    },
  },
});
