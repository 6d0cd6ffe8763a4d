import type { IconNode } from "lucide";
import { classNames } from "./class-names.ts";

interface IconProps {
  of: IconNode;
  size?: number | undefined;
  strokeWidth?: number;
  className?: string | undefined;
}

/** A decorative Lucide icon, for use beside a text or in a control with a label. */
export const Icon = ({ of, size = 24, strokeWidth = 1.5, className }: IconProps) => (
  <svg
    viewBox="0 0 24 24"
    width={size}
    height={size}
    strokeWidth={strokeWidth}
    className={classNames("icon", className)}
    aria-hidden="true"
  >
    {of.map(([Shape, attributes], index) => (
      <Shape key={index} {...attributes} />
    ))}
  </svg>
);
