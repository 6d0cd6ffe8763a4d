import { readFile } from "node:fs/promises";
import { minify, type Plugin, transformWithOxc } from "vite";

const SOURCE = "web/before-scripts.ts";

/** Puts the script that runs before all others into the page itself; the server allows it by the hash of what it finds there. */
export const beforeScripts: Plugin = {
  name: "before-scripts",
  transformIndexHtml: {
    // After Vite has gathered the page's scripts, so that it stays where it is.
    order: "post",
    async handler(html) {
      const { code } = await transformWithOxc(await readFile(SOURCE, "utf8"), SOURCE);
      const small = (await minify(SOURCE, code)).code.trim();
      return html.replace("<!--before-scripts-->", () => `<script>${small}</script>`);
    },
  },
};
