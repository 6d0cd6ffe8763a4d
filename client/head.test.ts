import { beforeEach, expect, test } from "vitest";
import { renderHead } from "./head.ts";
import type { PageHead } from "./head-tags.ts";

const shop = {
  name: "Taruva",

  origin: "https://shop.example",
  picture: { href: "/pictures/story/bench.1a2b3c4d.1200.jpg", alt: "The bench", width: 1200, height: 900 },
};
const bowl: PageHead = {
  title: "Bowl & plate",
  description: 'Called "Roz"',
  canonical: "/product-info/roz",
  type: "product",
};

const parseHead = (html: string) => new DOMParser().parseFromString(`<head>${html}</head>`, "text/html").head;
const getContent = (head: Element, property: string) =>
  head.querySelector(`meta[property="og:${property}"]`)?.getAttribute("content");

test("the head of a page has title, description, type and the absolute canonical URL", () => {
  const head = parseHead(renderHead(bowl, shop));
  expect(head.querySelector("title")?.textContent).toBe("Bowl & plate · Taruva");
  expect(head.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(
    "https://shop.example/product-info/roz",
  );
  expect(head.querySelector("meta[name=description]")?.getAttribute("content")).toBe('Called "Roz"');
  expect(head.querySelector("meta[name=robots]")).toBeNull();
  expect([getContent(head, "type"), getContent(head, "url")]).toEqual([
    "product",
    "https://shop.example/product-info/roz",
  ]);
});

test("a shared link has the absolute URL of the page's picture, or by default of the shop's picture", () => {
  const withPicture = parseHead(
    renderHead(
      { ...bowl, image: { href: "/pictures/a.jpg", alt: "A bowl", width: 1200, height: 1200 } },
      shop,
    ),
  );
  expect(getContent(withPicture, "image")).toBe("https://shop.example/pictures/a.jpg");
  expect(getContent(withPicture, "image:width")).toBe("1200");
  const none = parseHead(renderHead(bowl, shop));
  expect(getContent(none, "image")).toBe("https://shop.example/pictures/story/bench.1a2b3c4d.1200.jpg");
  expect(none.querySelector("meta[name='twitter:card']")?.getAttribute("content")).toBe(
    "summary_large_image",
  );
  const inPage = parseHead(
    renderHead({ ...bowl, image: { href: "data:image/png;base64,AA", alt: "" } }, shop),
  );
  expect(getContent(inPage, "image")).toBeUndefined();
});

test("text in structured data cannot end the <script> element around it (D93)", () => {
  const html = renderHead(bowl, shop, [{ "@type": "Product", name: "</script><b>" }]);
  const [fact] = parseHead(html).querySelectorAll("script");
  expect(JSON.parse(fact?.textContent ?? "")).toEqual({
    "@context": "https://schema.org",
    "@type": "Product",
    name: "</script><b>",
  });
});

beforeEach(() => {
  document.head.innerHTML = renderHead(bowl, shop, [{ "@type": "Product" }]);
});
