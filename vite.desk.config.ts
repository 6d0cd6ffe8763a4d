import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { styleLayers } from "./scripts/vite-plugins.ts";

const root = path.join(import.meta.dirname, "desk");

/** Example: `desk-web-table-row__cell`. It includes the folder, because desk/ and ui/ may have equal file names. */
const nameClass = (name: string, file: string): string => {
  const sheet = path.relative(import.meta.dirname, file.replace(/\?.*/, ""));
  return `${sheet.replace(/\.module\.css$/, "").replaceAll(/[^\w]+/g, "-")}__${name}`;
};

/** The desk has its own build, so that a change of the desk never changes the shop's built files. */
export default defineConfig({
  root,
  plugins: [react(), styleLayers],
  builder: {},
  publicDir: "public",
  css: { modules: { generateScopedName: nameClass } },
  environments: {
    client: {
      build: {
        outDir: "../dist/desk/client",
        emptyOutDir: true,
        assetsInlineLimit: 0,
        cssCodeSplit: false,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: {
            index: path.join(root, "index.html"),
            "notify-worker": path.join(root, "web/notify-worker.ts"),
          },
          // A browser requests a new version of the service worker at the same URL, so the file's name has no hash.
          output: {
            entryFileNames: ({ name }) =>
              name === "notify-worker" ? "[name].js" : "assets/[name]-[hash].js",
          },
        },
      },
    },
    desk: {
      consumer: "server",
      resolve: { noExternal: true },
      build: {
        outDir: "../dist/desk/server",
        copyPublicDir: false,
        emptyOutDir: true,
        sourcemap: true,
        rolldownOptions: {
          input: { desk: path.join(root, "server/desk.ts") },
          preserveEntrySignatures: "strict",
          output: { entryFileNames: "[name].js", chunkFileNames: "[name].js", sourcemapExcludeSources: true },
        },
      },
    },
  },
});
