import { afterAll, beforeAll, expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import type { AnswerCall } from "#contract/page.ts";
import { runCommand } from "#platform/operator/run-command.ts";
import { setDrawingRenderer } from "#platform/pages/page-renderer.ts";
import { listComplements, readHomeContent, readProduct } from "#shop/catalogue/endpoints.ts";
import { writeCatalogueFolder } from "../tests/support/catalogue-folder.ts";
import { createTestContext, type TestContext } from "../tests/support/database.ts";
import { importCatalogue } from "#shop/catalogue/server/import/import-catalogue.ts";
import { getSnapshot, refreshSnapshot } from "#shop/catalogue/server/snapshot/snapshot.ts";
import { commands } from "./commands.ts";
import { readTypedLine } from "../tests/support/typed-line.ts";

/* The renderer in these tests returns the shop's API responses instead of a page. Journeys test the rendered pages. */

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
  await importCatalogue(context, await writeCatalogueFolder());
  await refreshSnapshot(context);
  setDrawingRenderer(context, { draw });
});
afterAll(() => context.close());

async function draw(url: string, answerCall: AnswerCall) {
  const ask = (endpoint: Endpoint, input: unknown) => answerCall(endpoint, input);
  const id = url.split("/").at(-1) ?? "";
  const [row, ...others] = await Promise.all([
    ask(readProduct, { params: { id } }),
    ask(readHomeContent, {}),
    ask(listComplements, { params: { id } }),
  ]);
  const status = "refused" in row && url !== "/" ? 404 : 200;
  return { status, body: `<head></head><script>run()</script>${JSON.stringify([row, ...others])}` };
}

async function say(line: string, options: Record<string, string> = {}, how = {}) {
  const { noun, verb, args } = readTypedLine(commands, line);
  const typed = { noun, verb, args, options, folder: "/", osUser: "owner", ...how };
  return runCommand(context, commands, { ...typed, confirmed: true }, () => {});
}

const drawn = async (...args: Parameters<typeof say>): Promise<string> => {
  const reply = await say(...args);
  if (reply.outcome !== "done") throw new Error(JSON.stringify(reply));
  return (reply.result.data as { html: string }).html;
};

test("a hidden product without an HSN code can be previewed with new texts, and the preview changes nothing", async () => {
  await say("products set teak-tray", { hidden: "yes", hsn: "none" });
  const previous = await context.database.pool.query("select * from product order by id");
  const { revision } = getSnapshot(context);
  const html = await drawn("preview product teak-tray", { title: "A Tray of Teak", price: "1234.50" });
  expect(html).toContain('"title":"A Tray of Teak"');
  expect(html).toContain("1234.5");
  expect(html).not.toContain("<script");
  expect(html).toContain('<base target="_blank">');
  expect(getSnapshot(context).products.get("teak-tray")).toBeUndefined();
  expect(getSnapshot(context).revision).toBe(revision);
  expect((await context.database.pool.query("select * from product order by id")).rows).toEqual(
    previous.rows,
  );
});

test("the lists of pages and e-mails contain their texts, so that the desk can search them", async () => {
  const texts = await say("texts");
  expect(JSON.stringify(texts)).toContain('"source":"# Terms');
  const mails = await say("mail", { kinds: "on" });
  const isTitled = expect.stringMatching(/^# Order \{\{order\}\} is confirmed\n\n## Thank you/) as string;
  expect(mails).toMatchObject({
    result: {
      data: expect.arrayContaining([expect.objectContaining({ kind: "order-paid", source: isTitled })]),
    },
  });
});

test("a preview at the desk of a text with an error is not recorded in the audit log", async () => {
  const reply = await say("preview text terms", { text: "# T\n\n<br>" }, { role: "owner" });
  expect(reply).toMatchObject({ outcome: "usage" });
  const { rows } = await context.database.pool.query(
    "select command from operator_audit where role is not null",
  );
  expect(rows).toEqual([]);
});

test("the preview of a mail has the mail's new text, and pictures that the desk can show", async () => {
  const html = await drawn("preview text mails/order-paid", {
    text: "# Paid\n\n## Thank you\n\nWe pack it.",
  });
  expect(html).toContain("We pack it.");
  expect(html).toContain('src="/apple-touch-icon.png"');
  expect(html).not.toContain('src="http');
});
