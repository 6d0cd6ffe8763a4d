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
import { Unbroken } from "./unbroken.tsx";

export type ToastKind = "success" | "error" | "info";

export type ToastLink = { label: string } & ({ href: string } | { onClick: () => void });

const STAYS_MS = 3000;
/** A toast with a button stays for this time in ms, because the visitor must decide. */
const STAYS_TO_DECIDE_MS = 8000;

const host = document.createElement("div");
host.className = "toasts";
// While the visitor hovers or focuses one toast, all toasts pause. The library pauses only a hovered toast.
for (const arrival of ["focusin", "mouseover"]) host.addEventListener(arrival, () => toast.pause());
for (const departure of ["focusout", "mouseleave"]) host.addEventListener(departure, () => toast.play());

const appearing = cssTransition({ enter: "toast-enter", exit: "toast-exit" });
const icons = { success: Check, error: CircleAlert, info: Info };

let errors: Id[] = [];

let successes: Id[] = [];
/** Maximum number of success toasts. More would cover controls that the visitor needs next. */
const MAX_SUCCESSES = 2;

export function clearErrors(): void {
  for (const error of errors) toast.dismiss(error);
  errors = [];
}

export function showToast(kind: ToastKind, text: string, link?: ToastLink, staysMs = STAYS_MS): void {
  moveIntoOpenModal(host);
  if (kind === "success") clearErrors();
  const [first = "", ...otherLines] = text.split("\n");
  const content = (
    <div className="toast-text">
      <p>
        <Unbroken text={first} />
      </p>
      {otherLines.map((line) => (
        <p key={line}>
          <Unbroken text={line} />
        </p>
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
    autoClose: link && "onClick" in link ? Math.max(staysMs, STAYS_TO_DECIDE_MS) : staysMs,
    role: kind === "error" ? "alert" : "status",
    // If motion is reduced, a transition would wait for an `animationend` event that never occurs.
    transition: prefersReducedMotion() ? false : appearing,
    icon: <Icon of={icons[kind]} size={20} />,
    onClose: () => {
      successes = successes.filter((id) => id !== toastId);
    },
  });
  if (kind === "error") errors.push(toastId);
  if (kind === "success") successes.push(toastId);
  for (const oldest of successes.slice(0, -MAX_SUCCESSES)) toast.dismiss(oldest);
}

const Dismiss = ({ closeToast }: CloseButtonProps) => (
  <button type="button" className="toast-dismiss" aria-label="Dismiss" onClick={closeToast}>
    <Icon of={X} size={16} />
  </button>
);

createRoot(host).render(
  <ToastContainer
    position="top-right"
    // Paused toasts would stay in front of the payment window while it has the focus.
    pauseOnFocusLoss={false}
    closeButton={Dismiss}
    hideProgressBar
  />,
);
