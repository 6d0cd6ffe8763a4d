import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { beforeScripts } from "./scripts/before-scripts.ts";
import { checkedImports } from "./scripts/checked-imports.ts";
import { styleLayers } from "./scripts/style-layers.ts";

/** The files of shared code, the first that wants a module gets it, with all that it imports and no one has got yet. */
const chunks = [
  // It seldom changes.
  { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  // Only forms check what was typed; without a group of its own it would ride along with the shop.
  {
    name: "schemas",
    test: /node_modules[\\/]valibot[\\/]|contract[\\/]field\.ts$|accounts[\\/]credentials\.ts$/,
  },
  // Every page.
  {
    name: "shop",
    test: /web[\\/]entry-client\.|client[\\/]answer\.|contract[\\/]dates\.|[\\/]ui[\\/](picture|skeleton|page-title)\.|icons[\\/](arrow-left|arrow-right|x|check)\./,
  },
  // Wherever products stand: home, listing, product.
  {
    name: "shelf",
    test: /catalogue[\\/]web[\\/](product-card|product-grid|list-problem)\.|merchandising[\\/]web[\\/](services-slider|services-row)\.|cart[\\/]web[\\/]add-to-bag\.|web[\\/]pages[\\/]bag-on-card\.|[\\/]ui[\\/](price|badge|breadcrumb)\.|[\\/]client[\\/](near|loading|swipe|autoplay)\./,
  },
  // Wherever something is bought: product, cart, checkout.
  {
    name: "purchase",
    test: /[\\/]ui[\\/]quantity-stepper\.|policies[\\/]web[\\/]expected-delivery\.|pricing[\\/]totals\.|catalogue[\\/]sizes\./,
  },
  // Whatever opens over a page.
  { name: "dialogs", test: /[\\/]ui[\\/](modal|dialog|drawer|open-modals|scroll-lock)\./ },
].map((chunk, place, { length }) => ({ ...chunk, priority: length - place }));

export default defineConfig({
  plugins: [react(), beforeScripts, checkedImports, styleLayers],
  builder: {},
  publicDir: "web/public",
  server: { watch: { ignored: ["**/platform/**", "**/server/**", "**/tests/**", "**/data/**"] } },
  environments: {
    client: {
      build: {
        outDir: "dist/client",
        manifest: true,
        assetsInlineLimit: 0,
        // What pages share comes in a few files, not in thirty of a hundred bytes; `npm run bundle-size` shows what each one fetches.
        rolldownOptions: {
          // The invoice's library would fetch these to draw web pages, which it is never asked for.
          external: ["html2canvas", "canvg", "dompurify"],
          output: { codeSplitting: { groups: chunks } },
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
