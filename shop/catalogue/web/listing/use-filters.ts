import { type FormEvent, useState } from "react";
import type { ListingQuery } from "#contract/links.ts";
import { useNavigate } from "#client/router/react.tsx";
import { applyFilters, readListing, priceMessages, readPriceRange } from "../../filters.ts";
import { buildListingHref } from "../../listing-address.ts";
import { parseSorting } from "../../sorting.ts";
import type { PriceError } from "./filter-fields.tsx";

/**
 * What the filter forms do with their fields: put them into the address, or say why not (D38). A form that lacks
 * some fields leaves what they stand for as it is. The scroll position stays (D31).
 */
export function useFilters(pathname: string, query: ListingQuery, applied?: () => void) {
  const navigate = useNavigate();
  const [priceError, setPriceError] = useState<PriceError | null>(null);

  const go = (wanted: ListingQuery) =>
    void navigate(buildListingHref(pathname, wanted), { preventScrollReset: true });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readChosen(event.currentTarget, query);
    if ("whyNot" in read) {
      setPriceError(read);
      const field = event.currentTarget.elements.namedItem(read.field);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    setPriceError(null);
    go(applyFilters(query, read));
    applied?.();
  };

  return {
    priceError,
    go,
    form: { action: pathname, method: "get", noValidate: true, onSubmit: submit } as const,
  };
}

/** Reads a form's fields, or why they cannot be read. */
export function readChosen(form: HTMLFormElement, query: ListingQuery) {
  const now = readListing(query);
  const fields = new FormData(form);
  const text = (name: string): string => {
    const value = fields.get(name);
    return typeof value === "string" ? value : "";
  };
  // The browser hands over what it cannot read as a number as if it were empty.
  for (const field of ["minPrice", "maxPrice"] as const) {
    const input = form.elements.namedItem(field);
    if (input instanceof HTMLInputElement && input.validity.badInput)
      return { field, whyNot: priceMessages.nonsense };
  }
  const range = fields.has("minPrice")
    ? readPriceRange(text("minPrice"), text("maxPrice"))
    : { minPrice: now.minPrice, maxPrice: now.maxPrice };
  if ("whyNot" in range) return range;
  return {
    materials: fields.has("minPrice") ? fields.getAll("material").map(String) : now.materials,
    range,
    sorting: fields.has("sortOption") ? parseSorting(text("sortOption")) : now.sorting,
  };
}
