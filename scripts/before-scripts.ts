import { readFile } from "node:fs/promises";
import { minify, type Plugin, transformWithOxc } from "vite";

const SOURCE = "web/before-scripts.ts";

/** Inlines the script that runs before all others. The server allows it by its hash. */
export const beforeScripts: Plugin = {
  name: "before-scripts",
  transformIndexHtml: {
    // Runs after Vite has collected the page's scripts, so that Vite does not move it.
    order: "post",
    async handler(html) {
      const { code } = await transformWithOxc(await readFile(SOURCE, "utf8"), SOURCE);
      const small = (await minify(SOURCE, code)).code.trim();
      return html.replace("<!--before-scripts-->", () => `<script>${small}</script>`);
    },
  },
};
