import { FirstPieces } from "#shop/catalogue/web/first-pieces.tsx";
import { EmptyState, type EmptyStateProps } from "#ui/empty-state.tsx";
import { StillLife } from "./still-life.tsx";

export const EmptyPage = (props: Omit<EmptyStateProps, "picture" | "children">) => (
  <EmptyState {...props} picture={<StillLife />}>
    <FirstPieces />
  </EmptyState>
);
