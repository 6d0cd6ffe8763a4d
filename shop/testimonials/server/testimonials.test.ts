import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { MINUTE } from "#contract/time.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { api, context, setUpShop } from "../../../tests/support/test-shop.ts";
import { listTestimonials, submitTestimonial } from "../endpoints.ts";
import { checkSamples, openTestimonials, setTestimonialHidden } from "./testimonials.ts";

const catalogueDir = mkdtempSync(path.join(os.tmpdir(), "taruva-voices-"));
afterAll(() => rmSync(catalogueDir, { recursive: true }));
setUpShop({ goods: [], config: { catalogueDir } });

const listShown = () => api.call(listTestimonials, {});

test("a new testimonial is shown at once, before older ones, with the customer's first name and initial (§2.18, D43)", async () => {
  const asha = await signInCustomer(context, { firstName: "Asha", lastName: "Patel" });
  const answer = await api.call(
    submitTestimonial,
    { body: { rating: 4, message: " <i>Lovely</i> bowl " } },
    { as: asha },
  );
  expect(answer.message).toMatch(/^Thank you\./);
  context.clock.advance(MINUTE);
  await api.call(submitTestimonial, { body: { message: "Still lovely" } }, { as: asha });

  const list = await listShown();
  expect(list[0]).toMatchObject({ name: "Asha P.", rating: 5, message: "Still lovely" });
  expect(list[1]).toEqual({ ...answer.testimonial, rating: 4, message: "<i>Lovely</i> bowl" });
  expect(Object.keys(list[0] ?? {}).toSorted()).toEqual(["_id", "id", "message", "name", "rating"]);
});

test("a testimonial that a customer sends again after a lost response is published once, but two customers can send the same one", async () => {
  const [asha, ravi] = [await signInCustomer(context), await signInCustomer(context)];
  const send = (customer: typeof asha, rating = 5) =>
    api.call(submitTestimonial, { body: { rating, message: "Sent twice" } }, { as: customer });
  const [first, again] = await Promise.all([send(asha), send(asha)]);
  expect(again.testimonial).toEqual(first.testimonial);
  await send(ravi);
  await send(asha, 4);
  const sent = (await listShown()).filter(({ message }) => message === "Sent twice");
  expect(sent.map(({ rating }) => rating)).toEqual([4, 5, 5]);
});

test("a customer can send ten testimonials in an hour, and then one every six minutes", async () => {
  const [asha, ravi] = [await signInCustomer(context), await signInCustomer(context)];
  const send = async (customer: typeof asha) =>
    (await api.as(customer).post("/api/testimonials", { rating: 5, message: "Lovely" })).status;
  for (let sent = 0; sent < 10; sent++) expect(await send(asha)).toBe(200);
  expect(await send(asha)).toBe(429);
  expect(await send(ravi)).toBe(200);
  context.clock.advance(6 * MINUTE);
  expect(await send(asha)).toBe(200);
});

test("the testimonial check reports a sample testimonial that visitors see until the owner hides it", async () => {
  putFile([{ name: "Meera", rating: 5, message: "Nothing slides.", sample: true }]);
  await openTestimonials(context);
  const [shown] = await listShown();
  expect(await checkSamples(context)).toEqual([
    {
      about: "testimonials",
      what: "1 is an invented sample that visitors can see",
      remedy: "Hide those that are marked as samples",
      screen: "/people/reviews?group=testimonials",
    },
  ]);
  await setTestimonialHidden(context, shown?.id ?? "", true);
  expect(await checkSamples(context)).toEqual([]);
});

test("a demo shows the sample testimonials until the owner hides them, and production never shows them (§2.4, D110)", async () => {
  putFile([
    { name: "Meera", rating: 5, message: "Nothing slides.", sample: true },
    { name: "Arjun", rating: 4, message: "Looks better each time." },
  ]);
  await openTestimonials(context);
  context.config.profile = "production";
  expect((await listShown()).map(({ name }) => name)).toEqual(["Arjun"]);
  context.config.profile = "demo";
  const shown = await listShown();
  expect(shown).toHaveLength(2);
  await setTestimonialHidden(context, shown[0]?._id ?? "", true);
  putFile([{ name: "Late", rating: 5, message: "Too late." }]);
  await openTestimonials(context);
  expect((await listShown()).map(({ name }) => name)).toEqual(["Arjun"]);
});

const putFile = (content: unknown) =>
  writeFileSync(path.join(catalogueDir, "testimonials.json"), JSON.stringify(content));
