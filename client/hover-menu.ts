import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { useLocation } from "./router/react.tsx";

/** A dropdown closes this many ms after the mouse has left it (§2.2). */
const CLOSE_DELAY_MS = 300;

export function useHoverMenu(menu: string) {
  const [open, setOpen] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pressedWith = useRef("");
  const { key } = useLocation();
  useEffect(() => () => clearTimeout(timer.current), []);
  // Closes the dropdown after a navigation, even if the mouse is still over it.
  useEffect(() => setOpen(null), [key]);

  const show = (name: string | null) => {
    clearTimeout(timer.current);
    setOpen(name);
  };
  const item = (name: string) => ({
    open: open === name,
    root: createRootHandlers({
      isOpen: open === name,
      open: () => show(name),
      close: () => show(null),
      closeLater: () => (timer.current = setTimeout(() => setOpen(null), CLOSE_DELAY_MS)),
    }),
    button: {
      "aria-expanded": open === name,
      "aria-controls": `${menu}-${name}`,
      onPointerDown: ({ pointerType }: PointerEvent) => {
        pressedWith.current = pointerType;
      },
      // If hovering has already opened the dropdown, the click must not close it.
      onClick: () => {
        show(open === name && pressedWith.current !== "mouse" ? null : name);
        pressedWith.current = "";
      },
    },
    panel: { id: `${menu}-${name}`, "data-open": open === name || undefined },
  });
  return item;
}

interface EntryState {
  isOpen: boolean;
  open: () => void;
  close: () => void;
  closeLater: () => void;
}

const createRootHandlers = ({ isOpen, open, close, closeLater }: EntryState) => ({
  onPointerEnter: ({ pointerType }: PointerEvent) => {
    if (pointerType === "mouse") open();
  },
  onPointerLeave: ({ pointerType }: PointerEvent) => {
    if (pointerType === "mouse") closeLater();
  },
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Escape" && isOpen) {
      close();
      event.currentTarget.querySelector<HTMLElement>("button")?.focus();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      open();
      moveFocus(event.currentTarget, event.key === "ArrowDown" ? 1 : -1);
    }
  },
  onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
  },
});

/** Moves the focus to another control in the next frame, because a hidden control cannot get the focus. */
function moveFocus(root: HTMLElement, step: 1 | -1): void {
  requestAnimationFrame(() => {
    const controls = [...root.querySelectorAll<HTMLElement>("a, button")];
    const at = controls.findIndex((control) => control === document.activeElement);
    controls.at((at + step) % controls.length)?.focus();
  });
}
