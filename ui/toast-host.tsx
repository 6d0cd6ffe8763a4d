import Check from "lucide/dist/esm/icons/check.mjs";
import CircleAlert from "lucide/dist/esm/icons/circle-alert.mjs";
import Info from "lucide/dist/esm/icons/info.mjs";
import X from "lucide/dist/esm/icons/x.mjs";
import { createRoot } from "react-dom/client";
import {
  type CloseButtonProps,
  cssTransition,
  type Id,
  toast,
  ToastContainer,
} from "react-toastify/unstyled";
import { prefersReducedMotion } from "./reduced-motion.ts";
import { moveIntoOpenModal } from "./open-modals.ts";
import "./toast.css";
import { Icon } from "./icon.tsx";

export type ToastKind = "success" | "error" | "info";

export type ToastLink = { label: string } & ({ href: string } | { onClick: () => void });

const STAYS_MS = 3000;
/** The time in ms for which a toast with a button is shown. It is longer, because the visitor must decide. */
const STAYS_TO_DECIDE_MS = 8000;

const host = document.createElement("div");
host.className = "toasts";
// Pauses all toasts while the visitor hovers or focuses one of them. The library itself pauses only a hovered toast.
for (const arrival of ["focusin", "mouseover"]) host.addEventListener(arrival, () => toast.pause());
for (const departure of ["focusout", "mouseleave"]) host.addEventListener(departure, () => toast.play());

const appearing = cssTransition({ enter: "toast-enter", exit: "toast-exit" });
const icons = { success: Check, error: CircleAlert, info: Info };

let errors: Id[] = [];

export function clearErrors(): void {
  for (const error of errors) toast.dismiss(error);
  errors = [];
}

/** Shows a toast, even above a dialog, with each line of the text on its own line. A success closes errors. */
export function showToast(kind: ToastKind, text: string, link?: ToastLink): void {
  moveIntoOpenModal(host);
  if (kind === "success") clearErrors();
  const [first, ...otherLines] = text.split("\n");
  const content = (
    <div className="toast-text">
      <p>{first}</p>
      {otherLines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {link && "href" in link && (
        <a href={link.href} className="toast-link">
          {link.label}
        </a>
      )}
      {link && "onClick" in link && (
        <button
          type="button"
          className="toast-link"
          onClick={() => {
            toast.dismiss(toastId);
            link.onClick();
          }}
        >
          {link.label}
        </button>
      )}
    </div>
  );
  const toastId: Id = toast(content, {
    type: kind,
    ...(link && "onClick" in link && { autoClose: STAYS_TO_DECIDE_MS }),
    role: kind === "error" ? "alert" : "status",
    // If the visitor prefers reduced motion, the library would wait for an `animationend` event, which may never fire.
    transition: prefersReducedMotion() ? false : appearing,
    icon: <Icon of={icons[kind]} size={20} strokeWidth={1.5} />,
  });
  if (kind === "error") errors.push(toastId);
}

const Dismiss = ({ closeToast }: CloseButtonProps) => (
  <button type="button" className="toast-dismiss" aria-label="Dismiss" onClick={closeToast}>
    <Icon of={X} size={16} strokeWidth={1.5} />
  </button>
);

createRoot(host).render(
  <ToastContainer
    position="top-right"
    autoClose={STAYS_MS}
    // Toasts also close on time while the payment window has the focus. Otherwise they would cover the window.
    pauseOnFocusLoss={false}
    closeButton={Dismiss}
    hideProgressBar
  />,
);
