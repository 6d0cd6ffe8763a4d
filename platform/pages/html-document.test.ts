import { expect, test } from "vitest";
import { announceStyles, fillTemplate, nameApi, orderFiles } from "./html-document.ts";

const styles = '<link rel="stylesheet" crossorigin href="/assets/style-1.css">';
const script = '<script type="module" crossorigin src="/assets/shop-1.js"></script>';
const built = `<head><!--styles--><script>inline()</script><!--head-->${script}${styles}</head>
<body><!--app--><!--data--><!--scripts--></body>`;

test("an HTML page loads its style sheets before everything else and its scripts after the content", () => {
  const frame = orderFiles(built);
  const page = { head: "<title>", app: "<main>", data: "{}", files: "<link>" };
  expect(fillTemplate(frame, page)).toBe(
    `<head><link rel="stylesheet" href="/assets/style-1.css"><script>inline()</script><title></head><body><main>{}<link><script fetchpriority="low" type="module" src="/assets/shop-1.js"></script></body>`,
  );
  expect(announceStyles(frame)).toBe("</assets/style-1.css>; rel=preload; as=style");
});

test("if the API has its own origin, every page names that origin, and otherwise the HTML stays unchanged (D90)", () => {
  expect(nameApi(built, undefined)).toBe(built);
  expect(nameApi(built, "https://api.shop.example")).toBe(
    built.replace("<!--head-->", '<meta name="api" content="https://api.shop.example"><!--head-->'),
  );
});
