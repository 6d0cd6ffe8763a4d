import { isSameText } from "#contract/text.ts";

interface Courier {
  name: string;
  /** The address of the tracking page, with `{number}` for the tracking number. */
  link: string;
}

/** India Post's page has the same URL for all numbers. */
export const knownCouriers: readonly Courier[] = [
  { name: "Delhivery", link: "https://www.delhivery.com/track-v2/package/{number}" },
  {
    name: "Blue Dart",
    link: "https://www.bluedart.com/web/guest/trackdartresultthirdparty?trackFor=0&trackNo={number}",
  },
  { name: "DTDC", link: "https://www.dtdc.in/tracking/tracking_results.asp?Ttype=awb_no&strCnno={number}" },
  {
    name: "India Post",
    link: "https://www.indiapost.gov.in/_layouts/15/dop.portal.tracking/trackconsignment.aspx",
  },
  { name: "Ekart", link: "https://ekartlogistics.com/shipmenttrack/{number}" },
  { name: "Xpressbees", link: "https://www.xpressbees.com/shipment/tracking?awbNo={number}" },
  { name: "Ecom Express", link: "https://ecomexpress.in/tracking/?awb_field={number}" },
  { name: "Shiprocket", link: "https://shiprocket.co/tracking/{number}" },
];

export const MAX_TRACKING_TEXT_LENGTH = 60;

/** Returns the URL of the tracking page; null if the courier is unknown. The owner's couriers replace known ones. */
export function getTrackingLink(
  { courier, number }: { courier: string; number: string },
  ownCouriers: readonly Courier[],
): string | null {
  const courierPage = [...ownCouriers, ...knownCouriers].find(({ name }) =>
    isSameText(toKey(name), toKey(courier)),
  );
  return courierPage?.link.replaceAll("{number}", encodeURIComponent(number.replaceAll(/\s/g, ""))) ?? null;
}

const toKey = (name: string): string => name.replaceAll(/[^\p{L}\p{N}]/gu, "");
