import { expect, test } from "vitest";
import { parseHomeContent } from "./home-content.ts";

const picture = { src: "/pictures/oak.", width: 4, height: 3 };
const service = { title: "Free shipping", text: "Everywhere.", icon: "truck" };
const tile = { subcategory: "Bowl", picture, alt: "" };
const look = { title: "A shelf", text: "", landscape: picture, portrait: picture, alt: "", points: [] };
const odd = [null, 7, "soup", [], {}, { title: 3, picture: null }];

test("of the shop window's lists only what can be drawn is shown", () => {
  const banner = { heading: "New", subHeading: "", desktop: picture, mobile: picture, alt: "" };
  const read = parseHomeContent({
    banners: [...odd, { heading: "No picture" }, banner],
    tiles: [...odd, { subcategory: "Tray", picture: null }, tile],
    services: [...odd, service],
    hotProducts: odd,
    offerCards: odd,
    videos: odd,
    story: odd,
    scenes: odd,
    looks: [...odd, { ...look, portrait: null }, look],
    collections: odd,
  });
  const none = { hotProducts: [], offerCards: [], videos: [], story: [], scenes: [], collections: [] };
  const some = { looks: [look], tiles: [tile], services: [service], banners: [banner] };
  expect(read).toEqual({ success: true, seller: null, ...some, ...none });
});

test("missing lists are read as empty, and a response that is not an object is rejected", () => {
  expect(parseHomeContent({ tiles: "soup", banners: null })).toMatchObject({
    tiles: [],
    banners: [],
    services: [],
  });
  expect([null, "soup", []].map(parseHomeContent)).toEqual([undefined, undefined, undefined]);
});
