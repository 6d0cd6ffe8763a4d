import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { pagePreview } from "#contract/operator-results.ts";
import type { View } from "../calls.ts";
import styles from "./page-preview.module.css";
import { ToggleGroup, ViewState } from "./screen-parts.tsx";
import { useView } from "./use-view.ts";

const widths = { phone: "As on a phone", wide: "As on a laptop" } as const;

interface PagePreviewProps extends Pick<View, "args" | "options"> {
  title: string;
  /** The text of the paragraph that the owner edits. The preview shows this part of the page. */
  place?: string;
}

export function PagePreview({ args, options, title, place = "" }: PagePreviewProps) {
  const [width, setWidth] = useState<keyof typeof widths>("phone");
  const { data, error, isLoading, isPlaceholderData } = useView(
    { ...pagePreview, args, options },
    { readAfter: "changes" },
  );
  const frame = useRef<HTMLIFrameElement>(null);
  const scrolledTo = useRef(0);
  // Keep the last page while the text has an error, so that the preview does not lose its scroll position.
  const [html, setHtml] = useState(data?.html);
  if (data && data.html !== html) setHtml(data.html);
  useLayoutEffect(() => {
    // The frame still shows the earlier page, so store its scroll position.
    scrolledTo.current = frame.current?.contentWindow?.scrollY ?? 0;
  }, [html]);
  useEffect(() => showPlace(frame.current, place), [place]);
  return (
    <section className={styles.preview} aria-label={title} aria-busy={isPlaceholderData}>
      <div className={styles.widths}>
        <ToggleGroup label="Preview width" choices={widths} chosen={width} onChange={setWidth} />
      </div>
      <ViewState error={error} isLoading={isLoading} />
      {html !== undefined && (
        // The sandbox blocks scripts and forms. `allow-same-origin` lets styles and pictures load.
        <iframe
          ref={frame}
          className={styles.page}
          data-width={width}
          title={title}
          sandbox="allow-same-origin"
          srcDoc={html.replaceAll(" style=", " data-style=")}
          onLoad={() => {
            const { contentDocument: page, contentWindow: view } = frame.current ?? {};
            // The desk's security policy blocks the style attributes of an e-mail, but not styles that a script sets.
            for (const part of page?.querySelectorAll<HTMLElement>("[data-style]") ?? [])
              part.style.cssText = part.dataset["style"] ?? "";
            view?.scrollTo({ top: scrolledTo.current, behavior: "instant" });
            showPlace(frame.current, place);
          }}
        />
      )}
    </section>
  );
}

function showPlace(frame: HTMLIFrameElement | null, place: string): void {
  const { contentDocument: page, contentWindow: view } = frame ?? {};
  const words = squash(place);
  const part =
    words !== "" &&
    [...(page?.querySelectorAll("h1, h2, h3, p, li, dd") ?? [])].find(
      (each) => squash(each.textContent) === words,
    );
  if (!part || !view) return;
  const { top, bottom } = part.getBoundingClientRect();
  if (top < 0 || bottom > view.innerHeight)
    view.scrollBy({ top: top - view.innerHeight / 3, behavior: "instant" });
}

const squash = (text: string): string => text.replaceAll(/[\s\u200B]+/g, "");
