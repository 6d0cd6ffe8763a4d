import "#ui/base.css";
import "#ui/shared-classes.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { interceptLinks } from "./router.ts";
import { setToastTime } from "#ui/toast.ts";
import { getReadingTime } from "./toast-done.ts";
import { placeToasts } from "./toast-place.ts";
import { queries } from "./use-view.ts";

const root = document.querySelector("#root");
if (root) {
  interceptLinks();
  placeToasts();
  setToastTime(getReadingTime);
  createRoot(root).render(
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>,
  );
}
