import { type FormEvent, type MouseEvent, useState } from "react";
import type { ListingQuery } from "#contract/links.ts";
import { hasModifier } from "#client/router/location.ts";
import { useNavigate } from "#client/router/react.tsx";
import { applyFilters, readListing, priceMessages, readPriceRange } from "../../filters.ts";
import { buildListingHref } from "../../listing-address.ts";
import { parseSorting } from "../../sorting.ts";
import type { PriceError } from "./filter-fields.tsx";

/** Returns the form's handlers. `apply` writes the form's filters to the URL, or shows a price error (D38). */
export function useFilters(pathname: string, query: ListingQuery, applied?: () => void) {
  const navigate = useNavigate();
  const [priceError, setPriceError] = useState<PriceError | null>(null);
  const key = JSON.stringify(query);
  const [shownKey, setShownKey] = useState(key);
  if (key !== shownKey) {
    setShownKey(key);
    setPriceError(null);
  }

  const go = (filters: ListingQuery) =>
    void navigate(buildListingHref(pathname, filters), { preventScrollReset: true });

  const apply = (form: HTMLFormElement): PriceError["field"] | null => {
    const chosen = readChosen(form, query);
    if ("message" in chosen) {
      setPriceError(chosen);
      return chosen.field;
    }
    setPriceError(null);
    const filtered = applyFilters(query, chosen);
    if (JSON.stringify(filtered) !== key) go(filtered);
    return null;
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const refused = apply(event.currentTarget);
    if (refused === null) return applied?.();
    const field = event.currentTarget.elements.namedItem(refused);
    if (field instanceof HTMLElement) field.focus();
  };

  return {
    priceError,
    forgetError: () => setPriceError(null),
    go,
    apply,
    form: { action: pathname, method: "get", noValidate: true, onSubmit: submit } as const,
  };
}

/** Returns a click handler that opens a link without changing the scroll position (D31). */
export function useFollowInPlace(options?: { replace: boolean }) {
  const navigate = useNavigate();
  return (event: MouseEvent<HTMLAnchorElement>) => {
    if (hasModifier(event)) return;
    event.preventDefault();
    const { pathname, search } = event.currentTarget;
    void navigate(pathname + search, { ...options, preventScrollReset: true });
  };
}

/**
 * Returns the filters that the form contains, or a price error. The sorting and the product types keep their current
 * values if the form has no fields for them.
 */
export function readChosen(form: HTMLFormElement, query: ListingQuery) {
  const current = readListing(query);
  const fields = new FormData(form);
  const text = (name: string): string => {
    const value = fields.get(name);
    return typeof value === "string" ? value : "";
  };
  // The browser reports a number field as empty if it cannot parse the input.
  for (const field of ["minPrice", "maxPrice"] as const) {
    const input = form.elements.namedItem(field);
    if (input instanceof HTMLInputElement && input.validity.badInput)
      return { field, message: priceMessages.invalid };
  }
  const range = readPriceRange(text("minPrice"), text("maxPrice"));
  if ("message" in range) return range;
  const hasKinds = form.elements.namedItem("kind") !== null;
  return {
    ...range,
    materials: fields.getAll("material").map(String),
    sorting: fields.has("sortOption") ? parseSorting(text("sortOption"), current.search) : current.sorting,
    kinds: hasKinds ? fields.getAll("kind").map(String) : current.kinds,
    inStock: fields.has("inStock"),
  };
}
