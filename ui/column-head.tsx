import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

/** CSS changes the `display` of tables on narrow screens. Browsers then ignore a cell's implicit role (§2.14). */
export const ColumnHead = ({ className, ...rest }: ComponentProps<"th">) => (
  // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- browsers ignore the implicit role
  <th role="columnheader" scope="col" {...rest} className={classNames("small medium soft", className)} />
);
