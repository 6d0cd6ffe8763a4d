/** The link to a page of the shop that an element belongs to; null where following it is the browser's. */
export function findLink(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest("a") : null;
  return link?.href && link.origin === location.origin && !link.target && !link.hasAttribute("download")
    ? link
    : null;
}

/** Pressed with a key that asks the browser for something else: a new tab, a download. */
export const hasModifier = ({ metaKey, ctrlKey, shiftKey, altKey }: Keys): boolean =>
  metaKey || ctrlKey || shiftKey || altKey;

type Keys = Pick<MouseEvent, "metaKey" | "ctrlKey" | "shiftKey" | "altKey">;
