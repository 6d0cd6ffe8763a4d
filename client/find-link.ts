/** The link to a page of the shop that an element belongs to; null where following it is the browser's. */
export function findLink(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest("a") : null;
  return link?.href && link.origin === location.origin && !link.target && !link.hasAttribute("download")
    ? link
    : null;
}
