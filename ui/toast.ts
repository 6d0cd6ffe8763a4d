import type { ToastKind, ToastLink } from "./toast-host.tsx";

let getStay: ((text: string) => number) | undefined;

/** Sets how long each toast stays, in ms. The storefront has a fixed time (§8). */
export const setToastTime = (getMs: (text: string) => number): void => {
  getStay = getMs;
};

export const toastSuccess = (text: string, link?: ToastLink): void => showText("success", text, link);

export const toastError = (text: string): void => showText("error", text);

export const toastErrors = (texts: readonly string[]): void =>
  withToastHost(({ clearErrors, showToast }) => {
    clearErrors();
    for (const text of texts) showToast("error", text, undefined, getStay?.(text));
  }, texts.join("\n"));

export const toastInfo = (text: string): void => showText("info", text);

/** Loads the code for toasts in advance, because it cannot be loaded after the connection is lost. */
export const prepareToasts = (): void => void loadToastHost().catch(() => {});

let fetched: Promise<typeof import("./toast-host.tsx")> | null = null;

/** Loads the code once, so that toasts appear in the order of the calls. */
const loadToastHost = () =>
  (fetched ??= import("./toast-host.tsx").catch((cause: unknown) => {
    fetched = null;
    throw cause;
  }));

const showText = (kind: ToastKind, text: string, link?: ToastLink): void =>
  withToastHost(({ showToast }) => showToast(kind, text, link, getStay?.(text)), text);

function withToastHost(
  show: (toasts: Awaited<ReturnType<typeof loadToastHost>>) => void,
  text: string,
): void {
  loadToastHost().then(show, () => window.alert(text));
}
