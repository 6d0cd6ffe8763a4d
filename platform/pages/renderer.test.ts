import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import type { AnswerCall, Redirection } from "#contract/page.ts";
import { getPlainBody } from "../http/encoded-body.ts";
import { type EncodedPage, openRenderer } from "./page-renderer.ts";

const BUILD = `import { existsSync } from "node:fs";
import { getPriority } from "node:os";
export const toCall = (answerCall) => async (endpoint, input) => {
  const { refused, body } = await answerCall(endpoint, input);
  if (refused) throw Object.assign(new Error(refused.message), { name: "ApiError", ...refused });
  return endpoint.read(body);
};
export async function render(url, { call, publicUrl }, posted) {
  const endpoint = { method: "GET", path: "/api/x", read: (body) => body.value };
  if (url === "/dies") process.exit(1);
  if (url === "/throws") throw new TypeError("no such thing");
  if (url === "/away") return { redirect: "/", status: 302 };
  if (url === "/long") for (const end = performance.now() + 300_000; !existsSync(new URL("go", import.meta.url)); )
    if (performance.now() > end) throw new Error("nothing else went on");
  const value = await call(endpoint, { query: { url } }).catch(({ name, status, code, message }) =>
    [name, status, code, message].join(" "));
  const status = url === "/missing" ? 404 : 200;
  if (url === "/priority") return { status, head: "", app: String(getPriority()), data: "", modules: [] };
  return { status, head: "", app: [publicUrl, value, posted?.form].join(" "), data: "{}", modules: [] };
}`;

function open(answerCall: AnswerCall = async (_, input) => ({ body: { value: JSON.stringify(input) } })) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-renderer-"));
  const file = path.join(folder, "entry.mjs");
  writeFileSync(file, BUILD);
  const frame = "<!--head--><!--app--><!--data-->";
  const web = { entry: pathToFileURL(file).href, publicUrl: "http://shop", frame, manifest: {} };
  const renderer = openRenderer(web, answerCall);
  onTestFinished(async () => {
    await renderer.close();
    rmSync(folder, { recursive: true });
  });
  return { ...renderer, letGo: () => writeFileSync(path.join(folder, "go"), "") };
}

const readText = (page: EncodedPage | Redirection): string =>
  "redirect" in page ? "" : getPlainBody(page.body.bodies).toString();

test("a rendered page calls the API for its data and reads the response as a browser does", async () => {
  const { render } = open();
  const posted = { form: "contact", done: true, message: "", fields: {}, values: {} } as const;
  const page = await render({ url: "/x", posted });
  expect(page).toMatchObject({ status: 200 });
  expect(readText(page)).toBe('http://shop {"query":{"url":"/x"}} contact{}');
  expect(await render({ url: "/away" })).toEqual({ redirect: "/", status: 302 });
});

test("a rendered page shows an error of the API", async () => {
  const { render } = open(async () => ({
    refused: { status: 404, code: "no_such_product", message: "It is gone." },
  }));
  expect(readText(await render({ url: "/x" }))).toBe(
    "http://shop ApiError 404 no_such_product It is gone. {}",
  );
});

test("T36: the process does other work while a page is rendered, and other pages wait for it", async () => {
  const { render, letGo } = open();
  await render({ url: "/x" });
  const rendered: string[] = [];
  const pages = ["/long", "/y"].map(async (url) => {
    const page = await render({ url });
    rendered.push(url);
    return page;
  });
  await pause(50);
  expect(rendered).toEqual([]);
  letGo();
  expect(await Promise.all(pages)).toMatchObject([{ status: 200 }, { status: 200 }]);
});

test.runIf(process.platform === "linux")(
  "T36: a page is rendered with a lower CPU priority than the shop's other work",
  async () => {
    const { render } = open();
    expect(Number(readText(await render({ url: "/priority" })))).toBe(Math.min(os.getPriority() + 5, 19));
  },
);

test("after a page throws an error or crashes its worker thread, the next page is rendered", async () => {
  const { render } = open();
  await expect(render({ url: "/throws" })).rejects.toThrow("no such thing");
  const outcomes = await Promise.allSettled([render({ url: "/dies" }), render({ url: "/y" })]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await render({ url: "/x" })).toMatchObject({ status: 200 });
});
