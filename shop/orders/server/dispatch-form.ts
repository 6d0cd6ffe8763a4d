import * as v from "valibot";
import { isWellFormedText, UNSTORABLE_TEXT } from "#contract/text.ts";
import { textUpTo } from "../checkout-fields.ts";
import { LONGEST_TRACKING_TEXT } from "../couriers.ts";

/** What the owner has typed on the page of a dispatch link. */
export interface DispatchForm {
  link: string;
  /** A name of the list, or `OTHER_COURIER`. */
  courier: string;
  /** The courier's name where it is not of the list. */
  other: string;
  number: string;
}

export type DispatchErrors = Partial<Record<Exclude<keyof DispatchForm, "link">, string>>;

export const OTHER_COURIER = "*";

export const emptyForm = (link: string): DispatchForm => ({ link, courier: "", other: "", number: "" });

/** A posted form; what is not there is empty. */
export function readDispatchForm(posted: unknown): DispatchForm {
  const fields = posted instanceof URLSearchParams ? posted : new URLSearchParams();
  const read = (name: keyof DispatchForm): string => (fields.get(name) ?? "").trim();
  return { link: read("link"), courier: read("courier"), other: read("other"), number: read("number") };
}

/** Who carries it and under which number, or what is wrong with that: the rules of `orders dispatch`. */
export function checkDispatchForm(form: DispatchForm) {
  const isOther = form.courier === OTHER_COURIER;
  const courier = isOther ? form.other : form.courier;
  const wrongCourier = findTextError(courier, isOther ? "Who carries it?" : "Choose who carries it.");
  const wrongNumber = findTextError(form.number, "Which number is on the parcel?");
  const errors: DispatchErrors = {
    ...(wrongCourier !== null && { [isOther ? "other" : "courier"]: wrongCourier }),
    ...(wrongNumber !== null && { number: wrongNumber }),
  };
  return { tracking: { courier, number: form.number }, errors };
}

const trackingText = textUpTo(LONGEST_TRACKING_TEXT);

function findTextError(text: string, missing: string): string | null {
  if (text === "") return missing;
  if (!isWellFormedText(text)) return UNSTORABLE_TEXT;
  return v.safeParse(trackingText, text).issues?.[0].message ?? null;
}
