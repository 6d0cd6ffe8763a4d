import { useState } from "react";
import { pagePreview } from "#contract/operator-results.ts";
import type { View } from "../calls.ts";
import styles from "./page-preview.module.css";
import { ToggleGroup, ViewState } from "./screen-parts.tsx";
import { useView } from "./use-view.ts";

const widths = { phone: "As on a phone", wide: "As on a laptop" } as const;

interface PagePreviewProps extends Pick<View, "args" | "options"> {
  title: string;
}

export function PagePreview({ args, options, title }: PagePreviewProps) {
  const [width, setWidth] = useState<keyof typeof widths>("phone");
  const { data, error, isLoading, isPlaceholderData } = useView(
    { ...pagePreview, args, options },
    { readAfter: "changes" },
  );
  return (
    <section className={styles.preview} aria-label={title} aria-busy={isPlaceholderData}>
      <div className={styles.widths}>
        <ToggleGroup label="Preview width" choices={widths} chosen={width} onChange={setWidth} />
      </div>
      {!data || error ? (
        <ViewState error={error} isLoading={isLoading} />
      ) : (
        // The sandbox blocks scripts and forms. `allow-same-origin` lets styles and pictures load.
        <iframe
          className={styles.page}
          data-width={width}
          title={title}
          sandbox="allow-same-origin"
          srcDoc={data.html}
        />
      )}
    </section>
  );
}
