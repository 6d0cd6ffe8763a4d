import type { ComponentProps } from "react";

/** CSS changes the `display` of narrow tables, and browsers then ignore a cell's implicit role (§2.14). */
// oxlint-disable-next-line jsx-a11y/no-redundant-roles -- browsers ignore the implicit role
export const ColumnHead = (props: ComponentProps<"th">) => <th role="columnheader" scope="col" {...props} />;
