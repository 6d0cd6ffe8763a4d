import { readFile } from "node:fs/promises";
import path from "node:path";
import { links } from "#contract/links.ts";
import type { AnswerCall } from "#contract/page.ts";
import { type Context, createServices } from "#platform/context.ts";
import { createAnswerCall } from "#platform/http/call-route.ts";
import {
  type Command,
  type CommandInput,
  CommandRefused,
  type CommandResult,
  defineCommand,
} from "#platform/operator/command.ts";
import { rehearse } from "#platform/operator/rehearse.ts";
import { drawPage } from "#platform/pages/draw-page.ts";
import { resolveFromRoot } from "#platform/storage/package-files.ts";
import { findBrandFile } from "#shop/brand/server/index.ts";
import { copyCatalogue, refreshCatalogue } from "#shop/catalogue/server/index.ts";
import { readPictureAt } from "#shop/media/server/index.ts";
import { routes } from "./features.ts";

/* Pages of the shop as they would be, for the operator alone: nothing of them is at any address. */

/** Draws a product's page, and the home page, after what the commands do that are named. */
export function createPreviewCommands(commands: readonly Command[]): Command[] {
  const find = (verb: string): Command => {
    const found = commands.find((each) => each.noun === "products" && each.verb === verb);
    if (!found) throw new Error(`There is no command products ${verb}.`);
    return found;
  };
  const [show, set, setPrice] = [find("show"), find("set"), find("set-price")];
  return [
    defineCommand({
      noun: "products",
      verb: "preview",
      reads: true,
      summary: "The page of a product as the shop would show it: a hidden one, or with what you name here.",
      args: set.args,
      options: {
        price: { summary: "what it would cost before GST", kind: "amount" },
        was: { summary: "the earlier price, or none", kind: "amount", or: ["none"] },
        ...set.options,
      },
      examples: ['products preview teak-tissue-box --title "Teak Tissue Box" --json'],
      async run(context, input) {
        const { args, options } = input;
        const { price, was, ...texts } = options;
        const say = (args: CommandInput["args"], options: CommandInput["options"] = {}) => ({
          ...input,
          args,
          options,
          confirmed: true,
        });
        return preview(context, links.product(args["id"] ?? ""), async (rehearsal) => {
          await show.run(rehearsal, say(args));
          if (Object.values(texts).some((text) => text !== undefined))
            await set.run(rehearsal, say(args, texts));
          if (price !== undefined) await setPrice.run(rehearsal, say({ ...args, price }, { was }));
        });
      },
    }),
    defineCommand({
      noun: "home",
      verb: "preview",
      reads: true,
      summary: "The home page as the shop shows it.",
      args: [],
      options: {},
      examples: ["home preview --json"],
      run: (context) => preview(context, links.home, async () => {}),
    }),
  ];
}

/** The page at an address after a change, which is rolled back when the page is drawn. */
async function preview(
  context: Context,
  address: string,
  change: (rehearsal: Context) => Promise<void>,
): Promise<CommandResult> {
  const html = await rehearse(context, async (rehearsal) => {
    await change(rehearsal);
    const changed = toOwnShop(rehearsal);
    copyCatalogue(context, changed);
    await refreshCatalogue(changed);
    return drawPage(context, address, oneAfterAnother(createAnswerCall(routes, changed)));
  });
  if (html === null)
    throw new CommandRefused(`The page ${address} cannot be drawn. The shop's log says why.`);
  return {
    facts: { page: address, "written as HTML": `${Math.ceil(html.length / 1024)} KB` },
    message: "The desk shows it. Here --json prints it.",
    data: { html },
  };
}

/** The rehearsal has its own in-memory state; the shop's is not changed. */
function toOwnShop({ isRehearsal: _isRehearsal, ...rehearsal }: Context): Context {
  const services = createServices();
  const own: Context = { ...rehearsal, service: (key) => services(key, own) };
  return own;
}

/** A page makes several calls at once, but a transaction runs one statement at a time. */
function oneAfterAnother(answerCall: AnswerCall): AnswerCall {
  let last: Promise<unknown> = Promise.resolve();
  return (endpoint, input) => {
    const answer = last.then(() => answerCall(endpoint, input));
    last = answer.catch(() => {});
    return answer;
  };
}

const TYPES: Readonly<Record<string, string>> = { ".css": "text/css; charset=utf-8", ".woff2": "font/woff2" };

/** A file that a drawn page shows: a picture, the shop's colours, or styles and fonts of its build. */
export async function readFileOfPage(
  context: Context,
  address: string,
): Promise<{ type: string; bytes: Buffer } | null> {
  const [, folder, name = ""] = /^\/(assets|brand)\/([\w.-]+)$/.exec(address) ?? [];
  if (folder === undefined) return readPictureAt(context, address);
  if (folder === "brand") return findBrandFile(context, name);
  const type = TYPES[path.extname(name)];
  if (type === undefined) return null;
  const bytes = await readFile(resolveFromRoot("dist/client/assets", name)).catch(() => null);
  return bytes && { type, bytes };
}
