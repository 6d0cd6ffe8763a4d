/* This module recovers the keyboard focus when the focused control is removed or disabled: the focus moves to the
   control that is now at the same place, or else to the nearest one. A busy button gets the focus back when it is
   enabled again. Without this module, the focus would be at the top of the page again. */

/** The place of a control: its ancestors, each with the index of the child that leads to the control. */
interface FocusPlace {
  control: Element;
  pathname: string;
  steps: { parent: Element; index: number; tag: string }[];
}

let last: FocusPlace | null = null;

let busyButton: Element | null = null;

/** Call this once, when the client starts. */
export function recoverLostFocus(): void {
  document.addEventListener("focusin", ({ target }) => {
    last = target instanceof Element ? describePlace(target) : null;
  });
  document.addEventListener("focusout", ({ target }) => {
    // If the visitor clicks elsewhere, forget the control. Check this after the event, because only then does the body
    // have the focus.
    queueMicrotask(() => {
      if (
        last?.control === target &&
        !isUnavailable(last.control) &&
        document.activeElement === document.body
      )
        last = null;
    });
  });
  new MutationObserver(recover).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ["disabled"],
  });
}

export const focusPlace = (): FocusPlace | null =>
  document.activeElement && document.activeElement !== document.body
    ? describePlace(document.activeElement)
    : null;

/** Moves the focus back after a dialog was closed, even if the focused element was replaced in the meantime. */
export function returnFocus(place: FocusPlace | null): void {
  if (place === null) return focusMain();
  if (document.activeElement === place.control) return;
  queueMicrotask(() => {
    last = place;
    recover();
  });
}

function focusMain(): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
}

function describePlace(control: Element): FocusPlace {
  const steps: FocusPlace["steps"] = [];
  for (let child = control; child.parentElement && child !== document.body; child = child.parentElement) {
    const parent = child.parentElement;
    steps.push({ parent, index: [...parent.children].indexOf(child), tag: child.tagName });
  }
  return { control, pathname: location.pathname, steps };
}

const isUnavailable = (control: Element): boolean => !control.isConnected || control.matches(":disabled");

function recover(): void {
  // Leave the focus at the top of the page after a navigation to another page.
  if (last === null || last.pathname !== location.pathname) return;
  const isEnabledAgain = busyButton === last.control && !isUnavailable(last.control);
  busyButton = last.control.isConnected && last.control.matches(BUSY) ? last.control : null;
  if (!isEnabledAgain && (busyButton || !isUnavailable(last.control))) return;
  const at = document.activeElement;
  const isLost =
    at === null || at === document.body || at === last.control || at.closest("dialog:not([open])");
  if (!isLost) return;
  if (isEnabledAgain && last.control instanceof HTMLElement)
    return last.control.focus({ preventScroll: true });
  const twin = last.control.isConnected ? null : findReplacement(last);
  // While the replacement is disabled, wait. The observer calls this function again when it is enabled.
  if (twin?.matches(":disabled")) return;
  const next = twin && isFocusable(twin) ? twin : findNearest(last);
  // Do not scroll: the page may just have scrolled to something new, such as the thanks for a payment.
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

/**
 * Returns the element that is now at the lost control's place, or at the end of a list that has become shorter. Null if
 * the element or a container has another tag than before.
 */
function findReplacement({ steps }: FocusPlace): Element | null {
  const from = steps.findIndex(({ parent }) => parent.isConnected);
  let element: Element | null = steps[from]?.parent ?? null;
  for (const { index, tag } of steps.slice(0, from + 1).toReversed()) {
    const child: Element | null = element?.children[index] ?? element?.lastElementChild ?? null;
    element = child?.tagName === tag ? child : null;
  }
  return element;
}

/** Returns the next control, or else the previous one, in the innermost container that has a control. */
function findNearest({ control, steps }: FocusPlace): Element | null {
  for (const { parent, index } of steps) {
    if (!parent.isConnected) continue;
    const edge = parent.children[index];
    const controls = [...parent.querySelectorAll(CONTROLS)].filter(
      (each) => each !== control && isFocusable(each),
    );
    // Prefer the same type: a phone would open its keyboard if a text field got the focus instead of a button.
    const alike = controls.filter(({ tagName }) => control.isConnected && tagName === control.tagName);
    const candidates = alike.length > 0 ? alike : controls;
    const next =
      candidates.find((each) => edge && (edge.contains(each) || isAfter(edge, each))) ?? candidates.at(-1);
    if (next) return next;
    if (parent.matches("main, dialog")) return parent;
  }
  return null;
}

const BUSY = ":disabled[aria-busy=true]";

const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex]";

const isFocusable = (element: Element): boolean =>
  element.matches(CONTROLS) &&
  !element.matches(":disabled, [type=hidden], [tabindex='-1'], [inert] *") &&
  element.checkVisibility({ visibilityProperty: true });

const isAfter = (first: Element, other: Element): boolean =>
  (first.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
