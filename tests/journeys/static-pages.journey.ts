import { waitUntilAwake } from "../screens/steps.ts";
import { expect, test } from "../support/journey-shop.ts";

test(
  "the HTML of the policies, the story and the contact page contains their facts (§2.12, §2.13, §9)",
  { tag: "@front" },
  async ({ request }) => {
    for (const [address, facts] of Object.entries({
      "/our-story": ["Sustainable Design", "Eco-friendly", "Mindful Living"],
      "/shipping-policy": ["5–8 business days", "10–15 business days", "17:00", "₹2,000"],
      "/refund-policy": ["within 24 hours", "within 7 days", "7–10 business days", "2 months"],
      "/terms-condition": ["9%"],
      "/privacy": [
        "Digital Personal Data Protection Act",
        "Sample Officer",
        "Data Protection Board of India",
      ],
      "/faq": ["for 24 hours", "5–8 business days"],
      "/care": ["food-safe oil"],
      "/contact-us": ['href="tel:', 'href="mailto:hello@', "Grievance officer", "Sample Officer"],
    })) {
      const [, main = ""] = /<main.*?>(.*)<\/main>/s.exec(await (await request.get(address)).text()) ?? [];
      for (const fact of facts) expect.soft(main, address).toContain(fact);
    }
  },
);

test(
  "the text pages have the same text after hydration as in their first HTML (§2.13)",
  { tag: ["@front", "@long"] },
  async ({ page, request }) => {
    for (const address of ["/shipping", "/refund-policy", "/terms", "/our-story", "/contact-us"]) {
      const html = await (await request.get(address)).text();
      await page.goto(address);
      await waitUntilAwake(page);
      const [first, hydrated] = await page.evaluate((sent) => {
        const read = (root: Document) => root.querySelector("main")?.textContent;
        return [read(new DOMParser().parseFromString(sent, "text/html")), read(document)];
      }, html);
      expect.soft(hydrated, address).toBe(first);
    }
  },
);
