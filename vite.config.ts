import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { lightEndpoints } from "./scripts/light-endpoints.ts";
import { styleFloors } from "./scripts/style-floors.ts";

export default defineConfig({
  plugins: [react(), styleFloors, lightEndpoints],
  builder: {},
  publicDir: "web/public",
  server: { watch: { ignored: ["**/server/**", "**/tests/**", "**/data/**"] } },
  environments: {
    client: {
      build: {
        outDir: "dist/client",
        manifest: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        // What every page begins with comes in two files, not in thirty: one that seldom changes and one that is the shop.
        rolldownOptions: {
          // The invoice's library would fetch these to draw web pages, which it is never asked for.
          external: ["html2canvas", "canvg", "dompurify"],
          output: {
            codeSplitting: {
              groups: [
                {
                  name: "react",
                  test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
                  priority: 2,
                },
                // Only forms check what was typed; without a group of its own it would ride along with the shop.
                { name: "schemas", test: /node_modules[\\/]valibot[\\/]/, priority: 3 },
                { name: "shop", test: /web[\\/]entry-client\.tsx$/, priority: 1 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: "dist/server",
        copyPublicDir: false,
        rolldownOptions: { input: "web/entry-server.tsx" },
      },
    },
  },
});
