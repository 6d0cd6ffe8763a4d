/* Recovers the keyboard focus. When the focused control is removed or disabled, browsers reset the focus, and the
   next Tab starts at the top. This moves it to the control now at the same place (the next line of a list, the
   same button of a re-rendered form), otherwise to the nearest one. */

/** The place of a control, from its parent upwards. */
interface FocusPlace {
  control: Element;
  pathname: string;
  steps: { parent: Element; index: number; tag: string }[];
}

let last: FocusPlace | null = null;

/** Starts watching the page. Called once at the start of the client. */
export function recoverLostFocus(): void {
  document.addEventListener("focusin", ({ target }) => {
    last = target instanceof Element ? describePlace(target) : null;
  });
  document.addEventListener("focusout", ({ target }) => {
    // The focus was removed by a click elsewhere, so nothing is recovered. This is only known after the change.
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

/** Called after a dialog has closed. If the element that opened it is gone, the focus moves to the one at its place. */
export function returnFocus(place: FocusPlace | null): void {
  if (place === null) return focusMain();
  if (document.activeElement === place.control) return;
  queueMicrotask(() => {
    last = place;
    recover();
  });
}

/** A dialog that opened automatically had no previous focus, so the next Tab starts at the page's beginning. */
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
  // On a new page the focus starts at the top.
  if (last === null || last.pathname !== location.pathname || !isUnavailable(last.control)) return;
  const at = document.activeElement;
  const isLost =
    at === null || at === document.body || at === last.control || at.closest("dialog:not([open])");
  if (!isLost) return;
  const twin = last.control.isConnected ? null : findReplacement(last);
  // The control waits for the same response as the removed one: the observer runs when it is enabled.
  if (twin?.matches(":disabled")) return;
  const next = twin && isFocusable(twin) ? twin : findNearest(last);
  if (next instanceof HTMLElement) next.focus();
}

/** Finds the element at the end of the same steps now; in a list that has become shorter, in its last entry. */
function findReplacement({ steps }: FocusPlace): Element | null {
  const from = steps.findIndex(({ parent }) => parent.isConnected);
  let element: Element | null = steps[from]?.parent ?? null;
  for (const { index, tag } of steps.slice(0, from + 1).toReversed()) {
    const child: Element | null = element?.children[index] ?? element?.lastElementChild ?? null;
    element = child?.tagName === tag ? child : null;
  }
  return element;
}

/** Returns the next control after the place, otherwise the last before it, in the closest container that has one. */
function findNearest({ control, steps }: FocusPlace): Element | null {
  for (const { parent, index } of steps) {
    if (!parent.isConnected) continue;
    const edge = parent.children[index];
    const controls = [...parent.querySelectorAll(CONTROLS)].filter(
      (each) => each !== control && isFocusable(each),
    );
    // Prefers a button to a field, because focusing a field opens a phone's keyboard.
    const alike = controls.filter(({ tagName }) => control.isConnected && tagName === control.tagName);
    const candidates = alike.length > 0 ? alike : controls;
    const next =
      candidates.find((each) => edge && (edge.contains(each) || isAfter(edge, each))) ?? candidates.at(-1);
    if (next) return next;
    if (parent.matches("main, dialog")) return parent;
  }
  return null;
}

const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex]";

const isFocusable = (element: Element): boolean =>
  element.matches(CONTROLS) &&
  !element.matches(":disabled, [type=hidden], [tabindex='-1'], [inert] *") &&
  element.checkVisibility({ visibilityProperty: true });

const isAfter = (first: Element, other: Element): boolean =>
  (first.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
