import type { Tracking } from "../order.ts";

/** The number on the parcel, leading to the courier's own page where that is known. */
export const TrackingNumber = ({ number, link }: Tracking) =>
  link?.startsWith("https:") ? (
    <a href={link} translate="no" rel="noreferrer" target="_blank">
      {number}
    </a>
  ) : (
    <span translate="no">{number}</span>
  );
