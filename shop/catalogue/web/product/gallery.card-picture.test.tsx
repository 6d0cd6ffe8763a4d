import { act, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { links } from "#contract/links.ts";
import { goThroughHistory, openAt } from "#client/router/for-jsdom.tsx";
import { Gallery } from "./gallery.tsx";

const CARD = { left: 20, top: 300, width: 150, bottom: 450 };
const STAGE = { left: 20, top: 100, width: 300, bottom: 400 };

const List = () => (
  <article>
    <picture>
      <img src="/card.webp" alt="" />
    </picture>
    <a href={links.product("oak-bowl")}>Oak bowl</a>
  </article>
);
const Product = () => <Gallery id="oak-bowl" images={[{ url: "/bowl.jpg", alt: "A bowl" }]} title="Bowl" />;

const stage = () => screen.getByRole("region", { name: "Photographs" }).firstElementChild as HTMLElement;
const sources = () => [...document.querySelectorAll("img")].map((image) => image.getAttribute("src"));

test("the card's picture grows into the product's place, but not after Back and Forward", async () => {
  vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(true);
  Object.defineProperty(HTMLImageElement.prototype, "currentSrc", {
    configurable: true,
    get(this: HTMLImageElement) {
      return this.getAttribute("src");
    },
  });
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    return (this.tagName === "IMG" ? CARD : STAGE) as DOMRect;
  });
  const router = openAt("/", { "/": List, [links.product(":id")]: Product });
  await act(() => router.navigate(links.product("oak-bowl")));
  expect(sources()).toEqual(["/card.webp", "/bowl.jpg"]);
  await expect.poll(() => stage().dataset["growing"]).toBe("");
  expect(stage().style.cssText).toBe("--from-x: 0px; --from-y: 200px; --from-scale: 0.5;");

  await goThroughHistory(-1);
  await goThroughHistory(1);
  await expect.poll(sources).toEqual(["/bowl.jpg"]);
  expect(stage().dataset["growing"]).toBeUndefined();
});
