import * as v from "valibot";
import { expect, test } from "vitest";
import { couriersFile } from "#shop/seller/server/index.ts";
import { getTrackingLink } from "../known-couriers.ts";

test.each([
  ["Delhivery", "https://www.delhivery.com/track-v2/package/AB%2F1"],
  ["bluedart", "https://www.bluedart.com/web/guest/trackdartresultthirdparty?trackFor=0&trackNo=AB%2F1"],
  ["Xpress-Bees", "https://www.xpressbees.com/shipment/tracking?awbNo=AB%2F1"],
  ["My cousin", null],
])("the tracking link of %s is %s", (courier, link) => {
  expect(getTrackingLink({ courier, number: "AB/ 1" }, [])).toBe(link);
});

test("the owner's own tracking link replaces that of the courier, and links of couriers must use https (D67)", () => {
  const ownersCouriers = [{ name: "Delhivery", link: "https://mine.example/{number}" }];
  expect(getTrackingLink({ courier: "delhivery", number: "7" }, ownersCouriers)).toBe(
    "https://mine.example/7",
  );
  const takes = (link: string) => v.safeParse(couriersFile, [{ name: "X", link }]).success;
  expect(takes("https://x.example/?n={number}")).toBe(true);
  expect(takes("http://x.example/{number}")).toBe(false);
  expect(takes("javascript:alert({number})")).toBe(false);
});
