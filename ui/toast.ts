import type { ToastKind, ToastLink } from "./toast-host.tsx";

/*
 * Shows toasts at the top right. Any code in the browser can call it; the library is loaded with the first toast.
 */

/** A success, optionally with a link. Announced when the screen reader pauses. */
export const toastSuccess = (text: string, link?: ToastLink): void => showText("success", text, link);

/** An error. Announced at once. */
export const toastError = (text: string): void => showText("error", text);

/** Shows the errors of a form as separate toasts. They replace earlier errors. */
export const toastErrors = (texts: readonly string[]): void =>
  withToastHost(({ clearErrors, showToast }) => {
    clearErrors();
    for (const text of texts) showToast("error", text);
  }, texts.join("\n"));

/** An information that is neither a success nor an error. */
export const toastInfo = (text: string): void => showText("info", text);

/** Loads the toast code early, because a later toast may report that the connection is lost. */
export const prepareToasts = (): void => void loadToastHost().catch(() => {});

let fetched: Promise<typeof import("./toast-host.tsx")> | null = null;

/** Loads the host once, because simultaneous imports may finish in any order. */
const loadToastHost = () =>
  (fetched ??= import("./toast-host.tsx").catch((cause: unknown) => {
    fetched = null;
    throw cause;
  }));

const showText = (kind: ToastKind, text: string, link?: ToastLink): void =>
  withToastHost(({ showToast }) => showToast(kind, text, link), text);

function withToastHost(
  show: (toasts: Awaited<ReturnType<typeof loadToastHost>>) => void,
  text: string,
): void {
  // If the browser is offline before the first toast, the message is shown in an alert.
  loadToastHost().then(show, () => window.alert(text));
}
