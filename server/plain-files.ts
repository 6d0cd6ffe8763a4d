import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { LINK_SCRIPT } from "#platform/pages/link-page.ts";
import { resolveFromRoot } from "#platform/storage/package-files.ts";
import { PLAIN_FILES } from "#platform/pages/plain-page.ts";
import type { ResponseCache } from "#platform/cache/response-cache.ts";
import { answerHeaders } from "#platform/http/security-headers.ts";
import { serveFixed } from "#platform/http/serve-fixed.ts";

/** The parts of the storefront's style sheets that plain pages use; the build's sheets contain those of every page. */
const SHEETS = [
  "ui/colours.css",
  "ui/tokens.css",
  "ui/fonts.css",
  "ui/base.css",
  "ui/shared-classes.css",
  "ui/button.module.css",
  "ui/field.module.css",
  "shop/orders/web/order-timeline.module.css",
  "ui/plain-page.css",
];

/** Serves the style sheet, the script and the fonts of plain pages. */
export async function servePlainFiles(app: FastifyInstance, responseCache: ResponseCache): Promise<void> {
  const sheets = await Promise.all(SHEETS.map((file) => readFile(resolveFromRoot(file), "utf8")));
  serveFixed(app, responseCache, `${PLAIN_FILES}/style.css`, {
    type: "text/css; charset=utf-8",
    headers: answerHeaders,
    body: sheets.join("\n").replaceAll(/@import [^;]+;/g, ""),
  });
  serveFixed(app, responseCache, LINK_SCRIPT, {
    type: "text/javascript; charset=utf-8",
    headers: answerHeaders,
    body: await readFile(resolveFromRoot("ui/open-link.js")),
  });
  for (const name of ["figtree.woff2", "marcellus.woff2"])
    serveFixed(app, responseCache, `${PLAIN_FILES}/fonts/${name}`, {
      type: "font/woff2",
      headers: answerHeaders,
      body: await readFile(resolveFromRoot("ui/fonts", name)),
    });
}
