import type { AnswerCall } from "#contract/page.ts";
import { type Context, defineState } from "../context.ts";
import { getPlainBody } from "../http/encoded-body.ts";
import type { PageRenderer } from "./page-renderer.ts";

const drawing = defineState<Pick<PageRenderer, "draw"> | null>("pages.drawing", null);

export const setDrawingRenderer = drawing.set;

/** Returns a page's HTML without scripts, as a preview; null if rendering fails. `answerCall` answers its API calls. */
export async function drawPage(
  context: Context,
  address: string,
  answerCall: AnswerCall,
): Promise<string | null> {
  const renderer = drawing.get(context);
  if (!renderer) throw new Error("The pages of the shop are not built yet. Run: npm run build");
  const { status, body, error } = await renderer.draw(address, answerCall);
  if (error !== undefined) context.log.error({ err: error, address }, "a page could not be drawn");
  if (status !== 200) return null;
  const html = typeof body === "string" ? body : getPlainBody(body.bodies).toString();
  return html
    .replaceAll(/<(script|noscript)\b[^>]*>.*?<\/\1>/gs, "")
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, "")
    .replace("<head>", '<head><base target="_blank">');
}
