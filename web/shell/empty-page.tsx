import { FirstPieces } from "#shop/catalogue/web/first-pieces.tsx";
import { EmptyState, type EmptyStateProps } from "#ui/empty-state.tsx";
import { StillLife } from "./still-life.tsx";

/** Shown on a page without content: a suggestion, a picture and three products. */
export const EmptyPage = (props: Omit<EmptyStateProps, "picture" | "children">) => (
  <EmptyState {...props} picture={<StillLife />}>
    <FirstPieces />
  </EmptyState>
);
